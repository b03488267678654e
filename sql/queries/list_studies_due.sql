-- name: list_studies_due
-- parameters: $1 limit
-- rows: longest due first: the columns of a study in the order of enum study_column, whether its
--   lease is alive
-- fan-out: any study may be due; each shard gives the head of the index studies_due
SELECT @study_columns@, false
  FROM studies
 WHERE lease_until <= now()
 ORDER BY lease_until
 LIMIT $1
