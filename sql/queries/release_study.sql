-- name: release_study
-- parameters: $1 id, $2 strength, $3 claim
-- rows: none; the count tells whether the claim still stood
-- shard: id
-- The claim's number stays: what was thought under it is dropped from now on.
UPDATE studies
   SET claim = claim + 1, attempt = greatest(attempt - 1, 0),
       lease_until = date_trunc('milliseconds', now())
 WHERE id = $1 AND strength = $2 AND claim = $3 AND lease_until IS NOT NULL
