-- The two roles and the database, made once on a server, by a superuser, with psql.
--
-- reversid_owner owns the database and everything in it, and migrates (REVERSID_MIGRATE_URL).
-- reversid is who serves (DATABASE_URL): it reads and writes rows and owns nothing, so a fault in
-- the service can neither alter nor drop a table. `reversid migrate` opens the tables to it when
-- REVERSID_SERVICE_ROLE=reversid says so (sql/grants.sql).
--
-- Passwords are not set here: a private cluster needs none, elsewhere use
--   ALTER ROLE reversid PASSWORD '…'; ALTER ROLE reversid_owner PASSWORD '…';

CREATE ROLE reversid_owner LOGIN;
CREATE ROLE reversid LOGIN;

CREATE DATABASE reversid OWNER reversid_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
REVOKE ALL ON DATABASE reversid FROM PUBLIC;
GRANT CONNECT ON DATABASE reversid TO reversid;

\connect reversid

ALTER SCHEMA public OWNER TO reversid_owner;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
