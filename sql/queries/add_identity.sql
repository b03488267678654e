-- name: add_identity
-- parameters: $1 provider, $2 subject, $3 player
-- rows: one; fails with division by zero where the identity has a player
-- shard: subject
WITH added AS (
  INSERT INTO identities (provider, subject, player_id, created_at)
  VALUES ($1, $2, $3, now())
      ON CONFLICT (provider, subject) DO NOTHING
  RETURNING 1
)
SELECT 1 / count(*) FROM added
