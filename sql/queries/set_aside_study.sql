-- name: set_aside_study
-- parameters: $1 id, $2 strength, $3 milliseconds
-- rows: none; the count tells whether it was this statement that set it aside
-- shard: id
-- For a row that no study can have.
UPDATE studies
   SET lease_until = date_trunc('milliseconds', now()) + $3::bigint * interval '1 millisecond'
 WHERE id = $1 AND strength = $2 AND lease_until <= now()
