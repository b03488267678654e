-- name: set_aside_deadline
-- parameters: $1 game, $2 milliseconds
-- rows: none; the count tells whether it was this statement that set the deadline aside
-- shard: game_id
-- For a row that no game can have: it cannot be loaded, so there is no version to compare.
UPDATE games
   SET deadline_at = date_trunc('milliseconds', now()) + $2::bigint * interval '1 millisecond'
 WHERE id = $1 AND deadline_at <= now()
