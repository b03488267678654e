-- name: delete_ended_analyses
-- parameters: $1 time before which they ended, $2 limit
-- rows: one: how many were deleted
-- fan-out: analyses of everybody; each shard gives the head of the index studies_ended
WITH ended AS (
  DELETE FROM studies
   WHERE lease_until IS NULL AND strength = 'own'
     AND (updated_at, id) <=
         (SELECT updated_at, id
            FROM (SELECT updated_at, id FROM studies
                   WHERE lease_until IS NULL AND strength = 'own' AND updated_at < $1
                   ORDER BY updated_at, id LIMIT $2) AS head
           ORDER BY updated_at DESC, id DESC LIMIT 1)
  RETURNING 1
)
SELECT count(*) FROM ended
