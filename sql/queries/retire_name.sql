-- name: retire_name
-- parameters: $1 hash of the skeleton, $2 player
-- rows: one
-- shard: skeleton
-- Nobody gets the name again, and nothing tells whose it was.
WITH retired AS (
  UPDATE names SET player_id = NULL, folded = NULL WHERE skeleton = $1 AND player_id = $2
)
SELECT 1
