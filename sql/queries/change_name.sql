-- name: change_name
-- parameters: $1 player, $2 name that was read, $3 name
-- rows: one; fails with division by zero where the name is another now, or the player not signed in
-- shard: player_id
WITH changed AS (
  UPDATE players SET name = $3 WHERE id = $1 AND name = $2 AND kind = 'signed-in' RETURNING 1
)
SELECT 1 / count(*) FROM changed
