-- name: end_session
-- parameters: $1 player, $2 session
-- rows: one: how many ended
-- shard: player_id
WITH ended AS (
  DELETE FROM sessions WHERE player_id = $1 AND id = $2 RETURNING 1
), ended_access AS (
  DELETE FROM tokens WHERE player_id = $1 AND session_id = $2
)
SELECT count(*) FROM ended
