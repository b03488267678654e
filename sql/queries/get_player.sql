-- name: get_player
-- parameters: $1 player
-- rows: none or one: kind, name, created_at
-- shard: player_id
SELECT kind, name, created_at
  FROM players
 WHERE id = $1
