-- name: retire_names
-- parameters: $1 player
-- rows: one
-- fan-out: a player's names lie by what they look like; each shard finds its own by names_player
-- Nobody gets the names again, and nothing tells whose they were. In the order in which keys are taken.
WITH held AS (
  SELECT skeleton FROM names WHERE player_id = $1 ORDER BY skeleton FOR UPDATE
), retired AS (
  UPDATE names SET player_id = NULL, folded = NULL WHERE skeleton IN (SELECT skeleton FROM held)
)
SELECT 1
