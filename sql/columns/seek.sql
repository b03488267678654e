id, player, player_name, guest, created_at, opening, visibility, clock, clock_amount, on_timeout,
wins_needed, rated, staked, color, seed, rating, rating_min, rating_max, fingerprint,
version, status, game_id, withdrawn_reason, updated_at, alive_until
