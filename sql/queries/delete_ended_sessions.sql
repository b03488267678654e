-- name: delete_ended_sessions
-- parameters: $1 time before which they ended, $2 limit
-- rows: one: how many sessions and nonces were deleted
-- fan-out: of everybody; each shard gives the head of an index
WITH ended AS (
  DELETE FROM sessions
   WHERE (expires_at, player_id, id) <=
         (SELECT expires_at, player_id, id
            FROM (SELECT expires_at, player_id, id FROM sessions
                   WHERE expires_at < $1
                   ORDER BY expires_at, player_id, id LIMIT $2) AS head
           ORDER BY expires_at DESC, player_id DESC, id DESC LIMIT 1)
  RETURNING 1
), used AS (
  DELETE FROM nonces
   WHERE (expires_at, hash) <=
         (SELECT expires_at, hash
            FROM (SELECT expires_at, hash FROM nonces
                   WHERE expires_at < $1
                   ORDER BY expires_at, hash LIMIT $2) AS head
           ORDER BY expires_at DESC, hash DESC LIMIT 1)
  RETURNING 1
)
SELECT (SELECT count(*) FROM ended) + (SELECT count(*) FROM used)
