-- name: finish_departure
-- parameters: $1 player
-- rows: none
-- shard: player_id
UPDATE departures SET done_at = now() WHERE player_id = $1
