-- name: get_game
-- parameters: $1 game
-- rows: none or one: the columns of a game in the order of enum game_column, now
-- shard: game_id
SELECT id, creator, created_at, opening, start_position, visibility,
       black_kind, black_player, black_name, black_level,
       white_kind, white_player, white_name, white_level,
       seed, metadata, fingerprint, version, branch, status, winner, reason, turn,
       moves, move_by, used_ms, updated_at, turn_started_at, ai_lease_until, ai_attempt, hints,
       now()
  FROM games
 WHERE id = $1
