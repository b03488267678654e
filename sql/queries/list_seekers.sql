-- name: list_seekers
-- parameters: $1 array of players
-- rows: of those who have one: player_id, seq
-- fan-out: at most two players; each shard looks up its own by primary key
SELECT player_id, seq
  FROM seekers
 WHERE player_id = ANY ($1)
