-- name: get_block
-- parameters: $1 player, $2 blocked_id
-- rows: none or one: blocked_id, blocked_name, created_at
-- shard: player_id
SELECT blocked_id, blocked_name, created_at
  FROM blocks
 WHERE player_id = $1 AND blocked_id = $2
