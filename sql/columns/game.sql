id, creator, created_at, opening, start_position, visibility, black_kind, black_player, black_name,
black_level, white_kind, white_player, white_name, white_level, seed, metadata, fingerprint,
clock, clock_amount, on_timeout, match_id, wins_needed, game_number, black_wins, white_wins,
awaited, awaited_until, rated, unrated_reason, stake, black_rating, white_rating, helped, seeded,
version, branch, status, winner, reason, turn, moves, move_by, used_ms, updated_at,
turn_started_at, ai_lease_until, ai_attempt, ai_waits, hints, deadline_at, adjusted_ms, outage_seq,
black_misses, white_misses, draw_by, draw_ply, rematch_by, rematch_first, draw_spent,
rematch_withdrawn, rematch_declined, black_rated_from, black_rated_to, white_rated_from,
white_rated_to
