-- Which migrations this database has had. The migrator writes a row in the transaction of each.

CREATE TABLE schema_versions (
  version integer NOT NULL PRIMARY KEY CHECK (version >= 1),
  name text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE schema_versions IS
  'One row a migration that was applied; the highest version is the schema''s. On Citus: a reference table.';
COMMENT ON COLUMN schema_versions.version IS 'number of the migration, counted from 1 without gaps';
COMMENT ON COLUMN schema_versions.name IS 'name of the migration''s file without its number';
COMMENT ON COLUMN schema_versions.applied_at IS 'when its transaction began';
