-- name: save_game
-- parameters: $1 game, $2 version that was loaded, $3 whether its deadline may have passed, $4 the
--   latest outage there may be while the service is alive, or null: nobody asks, $5 … $35 the columns
--   that commands change, in the order of enum game_column, $36 milliseconds within which the last
--   sign of life must lie
-- rows: none; the count tells whether all of that held
-- shard: game_id; heartbeats is a reference table
UPDATE games
   SET version = $5, branch = $6, status = $7, winner = $8, reason = $9, turn = $10, moves = $11,
       move_by = $12, used_ms = $13, updated_at = $14, turn_started_at = $15, ai_lease_until = $16,
       ai_attempt = $17, ai_waits = $18, hints = $19, deadline_at = $20, adjusted_ms = $21, outage_seq = $22,
       black_misses = $23, white_misses = $24, draw_by = $25, draw_ply = $26, rematch_by = $27,
       rematch_first = $28, draw_spent = $29, rematch_withdrawn = $30, rematch_declined = $31,
       black_rated_from = $32, black_rated_to = $33, white_rated_from = $34, white_rated_to = $35
 WHERE id = $1 AND version = $2
   AND ($3 OR deadline_at IS NULL OR deadline_at > now())
   AND ($4::integer IS NULL
        OR EXISTS (SELECT FROM heartbeats
                    WHERE outage_seq = $4 AND beat_at > now() - $36::bigint * interval '1 millisecond'))
