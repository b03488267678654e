-- name: get_nonce_use
-- parameters: $1 hash of the nonce
-- rows: one: whether it was used
-- shard: hash
SELECT EXISTS (SELECT FROM nonces WHERE hash = $1)
