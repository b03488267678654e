-- name: take_name
-- parameters: $1 hash of the skeleton, $2 player, $3 folded, $4 scheme
-- rows: one; fails with division by zero where a name that looks alike is or was another's
-- shard: skeleton
WITH taken AS (
  INSERT INTO names (skeleton, player_id, folded, scheme)
  VALUES ($1, $2, $3, $4)
      ON CONFLICT (skeleton) DO UPDATE SET folded = excluded.folded, scheme = excluded.scheme
   WHERE names.player_id = excluded.player_id
  RETURNING 1
)
SELECT 1 / count(*) FROM taken
