-- name: get_schema_version
-- parameters: none
-- rows: one: the highest version applied, 0 for none
-- shard: none, a reference table
SELECT coalesce(max(version), 0)
  FROM schema_versions
