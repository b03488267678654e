-- name: take_name
-- parameters: $1 hash of the skeleton, $2 player, $3 folded
-- rows: one; fails with division by zero where a name that looks alike is or was another's
-- shard: skeleton
WITH taken AS (
  INSERT INTO names (skeleton, player_id, folded)
  VALUES ($1, $2, $3)
      ON CONFLICT (skeleton) DO UPDATE SET folded = excluded.folded
   WHERE names.player_id = excluded.player_id
  RETURNING 1
)
SELECT 1 / count(*) FROM taken
