-- name: delete_token
-- parameters: $1 player, $2 hash of the token
-- rows: none
-- shard: player_id
DELETE FROM tokens WHERE player_id = $1 AND hash = $2
