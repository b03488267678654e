-- name: delete_block
-- parameters: $1 player, $2 blocked_id
-- rows: none
-- shard: player_id
DELETE FROM blocks
 WHERE player_id = $1 AND blocked_id = $2
