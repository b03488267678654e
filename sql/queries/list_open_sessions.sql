-- name: list_open_sessions
-- parameters: $1 player, $2 limit
-- rows: the player's sessions that have not expired: id, created_at, refreshed_at, expires_at; latest refreshed first
-- shard: player_id
SELECT id, created_at, refreshed_at, expires_at
  FROM sessions
 WHERE player_id = $1 AND expires_at > now()
 ORDER BY refreshed_at DESC, id DESC
 LIMIT $2
