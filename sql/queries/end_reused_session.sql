-- name: end_reused_session
-- parameters: $1 player, $2 session, $3 hash of the refresh token that was sent, $4 seconds for which a token that was
--   followed is still good
-- rows: one: how many ended, 0 where the token is good after all
-- shard: player_id
WITH ended AS (
  DELETE FROM sessions
   WHERE player_id = $1 AND id = $2 AND refresh_hash <> $3
     AND (previous_hash IS DISTINCT FROM $3
          OR refreshed_at <= now() - make_interval(secs => $4::integer))
  RETURNING id
), tokens_ended AS (
  DELETE FROM tokens WHERE player_id = $1 AND session_id IN (SELECT id FROM ended)
)
SELECT count(*) FROM ended
