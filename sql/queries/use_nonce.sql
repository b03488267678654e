-- name: use_nonce
-- parameters: $1 hash of the nonce, $2 seconds for which its token is good
-- rows: one; fails with division by zero where it was used
-- shard: hash
WITH added AS (
  INSERT INTO nonces (hash, expires_at)
  VALUES ($1, now() + make_interval(secs => $2::integer))
      ON CONFLICT (hash) DO NOTHING
  RETURNING 1
)
SELECT 1 / count(*) FROM added
