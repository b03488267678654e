-- name: delete_ended_seeks
-- parameters: $1 time before which they would have expired, $2 limit
-- rows: one: how many were deleted
-- fan-out: seeks of everybody; each shard gives the head of seeks_alive_until
WITH ended AS (
  DELETE FROM seeks
   WHERE (alive_until, id) <=
         (SELECT alive_until, id
            FROM (SELECT alive_until, id FROM seeks
                   WHERE alive_until < $1
                   ORDER BY alive_until, id LIMIT $2) AS head
           ORDER BY alive_until DESC, id DESC LIMIT 1)
  RETURNING 1
)
SELECT count(*) FROM ended
