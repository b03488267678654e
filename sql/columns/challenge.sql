id, maker, maker_name, target, target_name, code, created_at, opening, given_position, visibility,
clock, clock_amount, on_timeout, wins_needed, rated, staked, color, seed, guests, metadata,
fingerprint, expires_at, version, status, taken_by, decline_reason, updated_at
