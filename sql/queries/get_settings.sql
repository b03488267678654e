-- name: get_settings
-- parameters: $1 player
-- rows: none or one: settings
-- shard: player_id
SELECT settings FROM players WHERE id = $1
