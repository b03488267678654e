-- name: extend_token
-- parameters: $1 player, $2 hash of the token, $3 expires_at
-- rows: none
-- shard: player_id
UPDATE tokens
   SET expires_at = $3
 WHERE player_id = $1 AND hash = $2 AND expires_at < $3
