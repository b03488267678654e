-- name: end_sessions
-- parameters: $1 player
-- rows: none
-- shard: player_id
-- Personal tokens stay: their player made them one by one, and ends them one by one. A guest's end as in end_guest_token.
WITH ended AS (
  DELETE FROM sessions WHERE player_id = $1
), ended_access AS (
  DELETE FROM tokens WHERE player_id = $1 AND kind = 'access'
)
UPDATE tokens SET expires_at = now() WHERE player_id = $1 AND kind = 'guest' AND expires_at > now()
