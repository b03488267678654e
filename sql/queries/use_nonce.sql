-- name: use_nonce
-- parameters: $1 hash of the nonce, $2 expires_at
-- rows: one; fails with division by zero where it was used
-- shard: hash
WITH added AS (
  INSERT INTO nonces (hash, expires_at)
  VALUES ($1, $2)
      ON CONFLICT (hash) DO NOTHING
  RETURNING 1
)
SELECT 1 / count(*) FROM added
