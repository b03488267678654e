-- name: end_sessions
-- parameters: $1 player
-- rows: none
-- shard: player_id
-- Personal tokens stay: their player made them one by one, and ends them one by one.
WITH ended AS (
  DELETE FROM sessions WHERE player_id = $1
)
DELETE FROM tokens WHERE player_id = $1 AND kind <> 'personal'
