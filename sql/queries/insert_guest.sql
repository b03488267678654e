-- name: insert_guest
-- parameters: $1 player, $2 kind, $3 name, $4 created_at, $5 hash of the token, $6 expires_at
-- rows: none
-- shard: player_id
WITH player AS (
  INSERT INTO players (id, kind, name, created_at)
  VALUES ($1, $2, $3, $4)
  RETURNING id, created_at
)
INSERT INTO tokens (player_id, hash, created_at, expires_at)
SELECT id, $5, created_at, $6 FROM player
