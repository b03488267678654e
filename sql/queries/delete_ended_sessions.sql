-- name: delete_ended_sessions
-- parameters: $1 time before which they ended, $2 limit
-- rows: one: how many sessions and nonces were deleted
-- fan-out: of everybody; each shard gives the head of an index
WITH ended AS (
  DELETE FROM sessions
   WHERE (player_id, id) IN (SELECT player_id, id FROM sessions
                              WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
  RETURNING 1
), used AS (
  DELETE FROM nonces
   WHERE hash IN (SELECT hash FROM nonces WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
  RETURNING 1
)
SELECT (SELECT count(*) FROM ended) + (SELECT count(*) FROM used)
