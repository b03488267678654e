-- name: claim_ai_turn
-- parameters: $1 game, $2 version, $3 ai_attempt that was loaded, $4 ai_attempt from now on,
--   $5 milliseconds of the lease
-- rows: none; the count tells whether the claim succeeded
-- shard: game_id
UPDATE games
   SET ai_lease_until = date_trunc('milliseconds', now()) + $5::bigint * interval '1 millisecond',
       ai_attempt = $4
 WHERE id = $1 AND version = $2 AND ai_attempt = $3 AND ai_lease_until <= now()
