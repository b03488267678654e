-- Lets the service's role, named by the setting reversid.service_role, use the schema and not change
-- it. The migrator runs it after the migrations, as the schema's owner; repeating it does no harm.
DO $$
DECLARE
  role text := current_setting('reversid.service_role');
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), role);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I',
                 current_schema(), role);
  EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON schema_versions, secrets FROM %I', role);
  IF has_schema_privilege(role, current_schema(), 'CREATE') THEN
    RAISE EXCEPTION 'the role % may create tables in the schema %: revoke that, or name no role',
      role, current_schema();
  END IF;
END
$$
