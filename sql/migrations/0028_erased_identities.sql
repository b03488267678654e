-- Whoever deletes the account and signs in again begins with a new name and new chips: some times a day, not without end.

CREATE TABLE erased_identities (
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  erased_at timestamptz NOT NULL,
  PRIMARY KEY (hash, erased_at)
);

COMMENT ON TABLE erased_identities IS
  'Identities whose accounts were deleted within the last day, for counting them when they come again. Shard: hash.';
COMMENT ON COLUMN erased_identities.hash IS
  'HMAC-SHA-256 of provider and subject with the secret "identities"';
COMMENT ON COLUMN erased_identities.erased_at IS 'when the account was deleted, or up to an hour later, by chance, so that it matches no row of departures; the row is deleted a day later';

CREATE INDEX erased_identities_erased_at ON erased_identities (erased_at);
COMMENT ON INDEX erased_identities_erased_at IS 'for deleting what is over';

INSERT INTO secrets
VALUES ('identities', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
