-- name: list_live_games_of
-- parameters: $1 player, $2 game after which the page begins, $3 limit
-- rows: the player's live games, ascending by id: the columns of a game in the order of enum game_column
-- fan-out: a player's games lie anywhere; each shard gives at most a page. Its ids are found in the indexes
--   games_black and games_white, where the live ones come first, and sorted.
SELECT id, creator, created_at, opening, start_position, visibility, black_kind, black_player,
       black_name, black_level, white_kind, white_player, white_name, white_level, seed, metadata,
       fingerprint, clock, clock_amount, on_timeout, match_id, wins_needed, game_number, black_wins,
       white_wins, awaited, awaited_until, rated, unrated_reason, stake, black_rating, white_rating,
       helped, version, branch, status, winner, reason, turn, moves, move_by, used_ms, updated_at,
       turn_started_at, ai_lease_until, ai_attempt, hints, deadline_at, adjusted_ms, outage_seq,
       black_misses, white_misses, draw_by, draw_ply, rematch_by, rematch_first, draw_spent,
       rematch_withdrawn, rematch_declined, black_rated_from, black_rated_to, white_rated_from,
       white_rated_to
  FROM games
 WHERE id IN ((SELECT id FROM games
                WHERE black_player = $1 AND idle_since IS NULL AND id > $2 ORDER BY id LIMIT $3)
              UNION
              (SELECT id FROM games
                WHERE white_player = $1 AND idle_since IS NULL AND id > $2 ORDER BY id LIMIT $3)
              ORDER BY id LIMIT $3)
 ORDER BY id
