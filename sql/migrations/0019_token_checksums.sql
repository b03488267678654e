-- Checksums of tokens depend on a secret from now on. Without it anybody who knew a player's id could make texts that
-- looked like that player's tokens, each of which had to be asked for here.

INSERT INTO secrets
VALUES ('tokens', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

-- No token that was given out has such a checksum, so all of them end: people sign in again, programs need new tokens,
-- and guests become new guests. Expired rather than deleted, they take the old guests with them in their time.
DELETE FROM sessions;
UPDATE tokens SET expires_at = now() WHERE expires_at > now();
