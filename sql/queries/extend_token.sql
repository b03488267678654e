-- name: extend_token
-- parameters: $1 player, $2 hash of the token, $3 expires_at that was read, $4 expires_at from now on
-- rows: none
-- shard: player_id
-- Where somebody has ended the token since, or set it an end, that stands.
UPDATE tokens
   SET expires_at = $4
 WHERE player_id = $1 AND hash = $2 AND date_trunc('milliseconds', expires_at) = $3 AND expires_at < $4
