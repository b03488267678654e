-- name: claim_study
-- parameters: $1 id, $2 strength, $3 claim that was loaded, $4 milliseconds of the lease
-- rows: none; the count tells whether the claim succeeded
-- shard: id
UPDATE studies
   SET claim = claim + 1, attempt = attempt + 1,
       lease_until = date_trunc('milliseconds', now()) + $4::bigint * interval '1 millisecond'
 WHERE id = $1 AND strength = $2 AND claim = $3 AND lease_until <= now()
