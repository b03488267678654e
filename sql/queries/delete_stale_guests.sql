-- name: delete_stale_guests
-- parameters: $1 time before which a token expired, $2 limit
-- rows: one: how many tokens were deleted
-- fan-out: tokens of everybody; each shard of tokens gives the head of tokens_expires_at. Whether a
--   player has games is asked of every shard of games, by index. A guest is looked at when a token
--   of its expires, since nothing else makes one stale: no scan of all players.
--   Blocks and seekers lie in the player's shard.
WITH head AS MATERIALIZED (
  SELECT expires_at, player_id, hash FROM tokens
   WHERE expires_at < $1
   ORDER BY expires_at, player_id, hash
   LIMIT $2
), last AS MATERIALIZED (
  SELECT expires_at, player_id, hash FROM head
   ORDER BY expires_at DESC, player_id DESC, hash DESC
   LIMIT 1
), expired AS (
  DELETE FROM tokens
   WHERE (expires_at, player_id, hash) <= (SELECT expires_at, player_id, hash FROM last)
  RETURNING player_id
), stale AS (
  DELETE FROM players p
   WHERE p.kind = 'guest'
     AND p.id = ANY (ARRAY(SELECT player_id FROM expired))
     AND p.id <> ALL (ARRAY(SELECT player_id FROM tokens
                             WHERE player_id = ANY (ARRAY(SELECT player_id FROM expired))
                               AND (expires_at, player_id, hash)
                                   > (SELECT expires_at, player_id, hash FROM last)))
     AND NOT EXISTS (SELECT FROM games WHERE black_player = p.id)
     AND NOT EXISTS (SELECT FROM games WHERE white_player = p.id)
  RETURNING p.id
), stale_blocks AS (
  DELETE FROM blocks WHERE player_id = ANY (ARRAY(SELECT id FROM stale))
), stale_seekers AS (
  DELETE FROM seekers WHERE player_id = ANY (ARRAY(SELECT id FROM stale))
)
SELECT count(*) FROM expired
