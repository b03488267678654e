-- name: end_sessions
-- parameters: $1 player, $2 session that goes on, or null: none does
-- rows: none
-- shard: player_id
-- Personal tokens stay: their player made them one by one, and ends them one by one. A guest's end as in end_guest_token.
WITH ended AS (
  DELETE FROM sessions WHERE player_id = $1 AND id IS DISTINCT FROM $2::uuid
), ended_access AS (
  DELETE FROM tokens WHERE player_id = $1 AND kind = 'access' AND session_id IS DISTINCT FROM $2::uuid
)
UPDATE tokens SET expires_at = now() WHERE player_id = $1 AND kind = 'guest' AND expires_at > now()
