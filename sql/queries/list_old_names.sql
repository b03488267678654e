-- name: list_old_names
-- parameters: $1 scheme, $2 limit
-- rows: player_id of some whose names have keys by older rules
-- fan-out: names lie by what they look like; each shard gives the head of names_scheme
SELECT DISTINCT player_id FROM names WHERE player_id IS NOT NULL AND scheme < $1 LIMIT $2
