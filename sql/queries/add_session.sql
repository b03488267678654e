-- name: add_session
-- parameters: $1 player, $2 session, $3 hash of the refresh token, $4 seconds for which it is good, $5 hash of the access
--   token, $6 seconds for which that is good, $7 how many sessions the player may have
-- rows: one: 1, expires_at of the session and of the access token; fails with division by zero where the player is not
--   signed in
-- shard: player_id
-- Within a transaction that has locked the player, so that none are added meanwhile. Those that were refreshed least lately
-- end, with their access tokens, to make room.
WITH ended AS (
  DELETE FROM sessions
   WHERE player_id = $1
     AND id IN (SELECT id FROM sessions WHERE player_id = $1
                 ORDER BY refreshed_at DESC, id DESC OFFSET $7::bigint - 1)
  RETURNING id
), ended_access AS (
  DELETE FROM tokens WHERE player_id = $1 AND session_id IN (SELECT id FROM ended)
), session AS (
  INSERT INTO sessions (player_id, id, created_at, refreshed_at, expires_at, refresh_hash)
  SELECT id, $2, now(), now(), now() + make_interval(secs => $4::integer), $3
    FROM players WHERE id = $1 AND kind = 'signed-in'
  RETURNING player_id, id, expires_at
), token AS (
  INSERT INTO tokens (player_id, hash, created_at, expires_at, kind, session_id)
  SELECT player_id, $5, now(), now() + make_interval(secs => $6::integer), 'access', id FROM session
  RETURNING expires_at
)
SELECT 1 / count(*), max(session.expires_at), max(token.expires_at) FROM session, token
