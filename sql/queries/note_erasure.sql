-- name: note_erasure
-- parameters: $1 hash of the identity
-- rows: none
-- shard: hash
-- Not the time of the departure that is written in the same transaction: that would tell who it was.
INSERT INTO erased_identities (hash, erased_at) VALUES ($1, now() + random() * interval '1 hour')
