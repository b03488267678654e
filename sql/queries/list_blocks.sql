-- name: list_blocks
-- parameters: $1 player, $2 and $3 created_at and blocked_id after which the page begins, $4 limit
-- rows: latest first: blocked_id, blocked_name, created_at
-- shard: player_id
SELECT blocked_id, blocked_name, created_at
  FROM blocks
 WHERE player_id = $1 AND (created_at, blocked_id) < ($2, $3)
 ORDER BY created_at DESC, blocked_id DESC
 LIMIT $4
