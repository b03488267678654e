-- name: list_blocks
-- parameters: $1 player, $2 and $3 created_at and blocked_id after which the page begins, $4 limit
-- rows: latest first: blocked_id, what that one is called now, or was then who is there no more, created_at
-- fan-out: one shard's rows, and of each the blocked one's by primary key
SELECT b.blocked_id, coalesce(p.name, b.blocked_name), b.created_at
  FROM (SELECT blocked_id, blocked_name, created_at
          FROM blocks
         WHERE player_id = $1 AND (created_at, blocked_id) < ($2, $3)
         ORDER BY created_at DESC, blocked_id DESC
         LIMIT $4) AS b
  LEFT JOIN players p ON p.id = b.blocked_id
 ORDER BY b.created_at DESC, b.blocked_id DESC
