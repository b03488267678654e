-- name: get_study
-- parameters: $1 id, $2 strength
-- rows: none or one: the columns of a study in the order of enum study_column, whether its lease is
--   alive, now
-- shard: id
SELECT @study_columns@, coalesce(lease_until > now(), false), now()
  FROM studies
 WHERE id = $1 AND strength = $2
