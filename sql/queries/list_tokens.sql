-- name: list_tokens
-- parameters: $1 player
-- rows: the player's personal tokens that have not expired: id, label, scopes, created_at, expires_at; latest first
-- shard: player_id
SELECT id, label, scopes, created_at, expires_at
  FROM tokens
 WHERE player_id = $1 AND kind = 'personal' AND expires_at > now()
 ORDER BY created_at DESC, id DESC
