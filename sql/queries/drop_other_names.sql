-- name: drop_other_names
-- parameters: $1 player, $2 hashes of skeletons that stay the player's
-- rows: one
-- fan-out: a player's names lie by what they look like; each shard finds its own by names_player
-- Within a transaction that changes the player's name by compare-and-set. What was kept counts, not what would be made of
-- the old name today. In the order in which keys are taken, so that no two wait for each other.
WITH others AS (
  SELECT skeleton FROM names WHERE player_id = $1 AND skeleton <> ALL ($2) ORDER BY skeleton FOR UPDATE
), dropped AS (
  DELETE FROM names WHERE skeleton IN (SELECT skeleton FROM others)
)
SELECT 1
