-- name: insert_game
-- parameters: $1 … $63 the columns of a game in the order of enum game_column
-- rows: none; the count tells whether it was inserted
-- shard: game_id
INSERT INTO games (
       id, creator, created_at, opening, start_position, visibility, black_kind, black_player,
       black_name, black_level, white_kind, white_player, white_name, white_level, seed, metadata,
       fingerprint, clock, clock_amount, on_timeout, match_id, wins_needed, game_number, black_wins,
       white_wins, awaited, awaited_until, rated, unrated_reason, stake, black_rating, white_rating,
       helped, version, branch, status, winner, reason, turn, moves, move_by, used_ms, updated_at,
       turn_started_at, ai_lease_until, ai_attempt, hints, deadline_at, adjusted_ms, outage_seq,
       black_misses, white_misses, draw_by, draw_ply, rematch_by, rematch_first, draw_spent,
       rematch_withdrawn, rematch_declined, black_rated_from, black_rated_to, white_rated_from,
       white_rated_to)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
        $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38,
        $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56,
        $57, $58, $59, $60, $61, $62, $63)
    ON CONFLICT (id) DO NOTHING
