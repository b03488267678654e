-- name: save_game
-- parameters: $1 game, $2 version that was loaded, $3 … $16 the columns that commands change, in
--   the order of enum game_column
-- rows: none; the count tells whether the version was still that one
-- shard: game_id
UPDATE games
   SET version = $3, branch = $4, status = $5, winner = $6, reason = $7, turn = $8,
       moves = $9, move_by = $10, used_ms = $11, updated_at = $12, turn_started_at = $13,
       ai_lease_until = $14, ai_attempt = $15, hints = $16
 WHERE id = $1 AND version = $2
