-- name: add_account
-- parameters: $1 player, $2 name, $3 provider, $4 subject
-- rows: one
-- shard: player_id
WITH added AS (
  INSERT INTO players (id, kind, name, created_at, provider, subject)
  VALUES ($1, 'signed-in', $2, now(), $3, $4)
      ON CONFLICT (id) DO NOTHING
  RETURNING 1
)
SELECT 1 / count(*) FROM added
