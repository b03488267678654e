-- name: set_aside_ai_turn
-- parameters: $1 game, $2 milliseconds of the lease
-- rows: none; the count tells whether it was this statement that set the turn aside
-- shard: game_id
-- For a row that no game can have: it cannot be loaded, so there is no version to compare.
UPDATE games
   SET ai_lease_until = date_trunc('milliseconds', now()) + $2::bigint * interval '1 millisecond'
 WHERE id = $1 AND ai_lease_until <= now()
