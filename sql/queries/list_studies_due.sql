-- name: list_studies_due
-- parameters: $1 limit
-- rows: longest due first: the columns of a study in the order of enum study_column, whether its
--   lease is alive
-- fan-out: any study may be due; each shard gives the head of the index studies_due
SELECT id, strength, caller, has_token, created_at, positions, steps,
       nodes_max, depth_max, exact_empties_max, fingerprint, version, status, step, stage, depth,
       nodes, updated_at, claim, attempt,
       false
  FROM studies
 WHERE lease_until <= now()
 ORDER BY lease_until
 LIMIT $1
