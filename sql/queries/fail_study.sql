-- name: fail_study
-- parameters: $1 id, $2 strength, $3 claim that was loaded
-- rows: none; the count tells whether it was this statement that gave it up
-- shard: id
UPDATE studies
   SET status = 'failed', lease_until = NULL, version = version + 1,
       updated_at = date_trunc('milliseconds', now())
 WHERE id = $1 AND strength = $2 AND claim = $3 AND lease_until <= now()
