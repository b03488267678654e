-- name: count_blocks
-- parameters: $1 player
-- rows: one: how many the player has blocked
-- shard: player_id
SELECT count(*) FROM blocks WHERE player_id = $1
