-- What all replicas know and nobody else does. Few rows, read once by each replica when it starts.

CREATE TABLE secrets (
  name text NOT NULL PRIMARY KEY,
  value bytea NOT NULL CHECK (octet_length(value) = 32)
);

COMMENT ON TABLE secrets IS 'Random keys shared by all replicas. Not sharded: a copy everywhere.';
COMMENT ON COLUMN secrets.name IS 'what it is for';
COMMENT ON COLUMN secrets.value IS 'made by the database, never changed';

-- The hash of two random UUIDs: 244 random bits.
INSERT INTO secrets
VALUES ('idempotency', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
