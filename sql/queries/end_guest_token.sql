-- name: end_guest_token
-- parameters: $1 player, $2 hash of the token
-- rows: none
-- shard: player_id
-- The token stays for a while, over: by it the guest is found who is to be deleted with it.
UPDATE tokens SET expires_at = now() WHERE player_id = $1 AND hash = $2 AND expires_at > now()
