-- name: get_successor
-- parameters: $1 player
-- rows: none or one: the player who takes over what that one left
-- shard: player_id
SELECT successor FROM departures WHERE player_id = $1 AND successor IS NOT NULL
