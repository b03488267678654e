-- name: list_live_games
-- parameters: $1 and $2 created_at and id after which the page begins, $3 limit
-- rows: latest created first: the columns of a game in the order of enum game_column
-- fan-out: games of everybody; each shard gives at most a page from the index games_public_live
SELECT id, creator, created_at, opening, start_position, visibility,
       black_kind, black_player, black_name, black_level,
       white_kind, white_player, white_name, white_level,
       seed, metadata, fingerprint, version, branch, status, winner, reason, turn,
       moves, move_by, used_ms, updated_at, turn_started_at, ai_lease_until, ai_attempt, hints
  FROM games
 WHERE idle_since IS NULL AND visibility = 'public' AND (created_at, id) < ($1, $2)
 ORDER BY created_at DESC, id DESC
 LIMIT $3
