-- name: change_settings
-- parameters: $1 player, $2 settings that were read, $3 settings
-- rows: one; fails with division by zero where they are others now
-- shard: player_id
WITH changed AS (
  UPDATE players SET settings = $3 WHERE id = $1 AND settings = $2 AND kind <> 'erased' RETURNING 1
)
SELECT 1 / count(*) FROM changed
