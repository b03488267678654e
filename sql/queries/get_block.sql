-- name: get_block
-- parameters: $1 player, $2 blocked_id
-- rows: none or one: blocked_id, what that one is called now, or was then who is there no more, created_at
-- fan-out: one row, and the blocked one's by primary key
SELECT b.blocked_id, coalesce(p.name, b.blocked_name), b.created_at
  FROM blocks b
  LEFT JOIN players p ON p.id = b.blocked_id
 WHERE b.player_id = $1 AND b.blocked_id = $2
