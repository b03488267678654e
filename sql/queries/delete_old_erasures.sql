-- name: delete_old_erasures
-- parameters: $1 time before which they were, $2 limit
-- rows: one: how many were deleted
-- fan-out: of everybody; each shard gives the head of an index
WITH deleted AS (
  DELETE FROM erased_identities
   WHERE (erased_at, hash) <=
         (SELECT erased_at, hash
            FROM (SELECT erased_at, hash FROM erased_identities
                   WHERE erased_at < $1
                   ORDER BY erased_at, hash LIMIT $2) AS head
           ORDER BY erased_at DESC, hash DESC LIMIT 1)
  RETURNING 1
)
SELECT count(*) FROM deleted
