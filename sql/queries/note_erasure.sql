-- name: note_erasure
-- parameters: $1 hash of the identity
-- rows: none
-- shard: hash
INSERT INTO erased_identities (hash, erased_at) VALUES ($1, now())
