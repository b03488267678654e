-- name: list_games_by_id
-- parameters: $1 array of games
-- rows: those that exist, in no order: the columns of a game in the order of enum game_column
-- fan-out: the ids may lie anywhere; each shard looks up its own by primary key
SELECT id, creator, created_at, opening, start_position, visibility,
       black_kind, black_player, black_name, black_level,
       white_kind, white_player, white_name, white_level,
       seed, metadata, fingerprint, version, branch, status, winner, reason, turn,
       moves, move_by, used_ms, updated_at, turn_started_at, ai_lease_until, ai_attempt, hints
  FROM games
 WHERE id = ANY ($1)
