-- name: drop_name
-- parameters: $1 hash of the skeleton, $2 player
-- rows: one
-- shard: skeleton
-- Within a transaction that changes the player's name by compare-and-set, so that it is his.
WITH dropped AS (
  DELETE FROM names WHERE skeleton = $1 AND player_id = $2
)
SELECT 1
