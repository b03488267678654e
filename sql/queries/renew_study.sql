-- name: renew_study
-- parameters: $1 id, $2 strength, $3 claim, $4 milliseconds of the lease
-- rows: none; the count tells whether the claim still stood
-- shard: id
UPDATE studies
   SET lease_until = date_trunc('milliseconds', now()) + $4::bigint * interval '1 millisecond'
 WHERE id = $1 AND strength = $2 AND claim = $3 AND lease_until IS NOT NULL
