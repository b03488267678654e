-- name: get_player
-- parameters: $1 player
-- rows: none or one: kind, name, created_at; none of an erased player
-- shard: player_id
SELECT kind, name, created_at
  FROM players
 WHERE id = $1 AND kind <> 'erased'
