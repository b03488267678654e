-- name: delete_stale_guests
-- parameters: $1 time before which a token expired, $2 limit
-- rows: one: how many tokens were deleted
-- fan-out: tokens of everybody; each shard of tokens gives the head of tokens_expires_at. Whether a
--   player has games is asked of every shard of games, by index. A guest is looked at when a token
--   of its expires, since nothing else makes one stale: no scan of all players.
--   Blocks and seekers lie in the player's shard.
WITH expired AS (
  DELETE FROM tokens
   WHERE (player_id, hash) IN (SELECT player_id, hash
                                 FROM tokens
                                WHERE expires_at < $1
                                ORDER BY expires_at
                                LIMIT $2)
  RETURNING player_id, hash
), stale AS (
  DELETE FROM players p
   WHERE p.kind = 'guest'
     AND p.id IN (SELECT player_id FROM expired)
     AND NOT EXISTS (SELECT FROM tokens t
                      WHERE t.player_id = p.id
                        AND NOT EXISTS (SELECT FROM expired e
                                         WHERE e.player_id = t.player_id AND e.hash = t.hash))
     AND NOT EXISTS (SELECT FROM games WHERE black_player = p.id)
     AND NOT EXISTS (SELECT FROM games WHERE white_player = p.id)
  RETURNING p.id
), stale_blocks AS (
  DELETE FROM blocks WHERE player_id IN (SELECT id FROM stale)
), stale_seekers AS (
  DELETE FROM seekers WHERE player_id IN (SELECT id FROM stale)
)
SELECT count(*) FROM expired
