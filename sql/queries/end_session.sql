-- name: end_session
-- parameters: $1 player, $2 session
-- rows: none
-- shard: player_id
WITH ended AS (
  DELETE FROM sessions WHERE player_id = $1 AND id = $2
)
DELETE FROM tokens WHERE player_id = $1 AND session_id = $2
