-- name: get_study
-- parameters: $1 id, $2 strength
-- rows: none or one: the columns of a study in the order of enum study_column, whether its lease is
--   alive, now
-- shard: id
SELECT id, strength, caller, has_token, created_at, positions, steps,
       nodes_max, depth_max, exact_empties_max, fingerprint, version, status, step, stage, depth,
       nodes, updated_at, claim, attempt,
       coalesce(lease_until > now(), false), now()
  FROM studies
 WHERE id = $1 AND strength = $2
