-- name: add_name
-- parameters: $1 hash of the skeleton, $2 player, $3 folded
-- rows: one; fails with division by zero where a name that looks alike is or was given
-- shard: skeleton
WITH added AS (
  INSERT INTO names (skeleton, player_id, folded)
  VALUES ($1, $2, $3)
      ON CONFLICT (skeleton) DO NOTHING
  RETURNING 1
)
SELECT 1 / count(*) FROM added
