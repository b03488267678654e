-- name: list_player_games_public
-- parameters: $1 player, $2 whether live games, $3 whether finished ones are wanted, $4 and $5
--   updated_at and id after which the page begins, $6 limit
-- rows: public games, latest change first: the columns of a game in the order of enum game_column
-- fan-out: a player's games lie anywhere; each shard gives at most a page from each of the indexes
--   games_public_black and games_public_white. Live ones are sorted after reading.
SELECT id, creator, created_at, opening, start_position, visibility, black_kind, black_player,
       black_name, black_level, white_kind, white_player, white_name, white_level, seed, metadata,
       fingerprint, clock, clock_amount, on_timeout, match_id, wins_needed, game_number, black_wins,
       white_wins, awaited, awaited_until, rated, unrated_reason, stake, black_rating, white_rating,
       helped, version, branch, status, winner, reason, turn, moves, move_by, used_ms, updated_at,
       turn_started_at, ai_lease_until, ai_attempt, hints, deadline_at, adjusted_ms, outage_seq,
       black_misses, white_misses, draw_by, draw_ply, rematch_by, rematch_first, draw_spent,
       rematch_withdrawn, rematch_declined, black_rated_from, black_rated_to, white_rated_from,
       white_rated_to
  FROM ((SELECT * FROM games
          WHERE $2 AND black_player = $1 AND idle_since IS NULL AND visibility = 'public'
            AND (updated_at, id) < ($4, $5)
          ORDER BY updated_at DESC, id DESC LIMIT $6)
        UNION ALL
        (SELECT * FROM games
          WHERE $2 AND white_player = $1 AND idle_since IS NULL AND visibility = 'public'
            AND black_player IS DISTINCT FROM $1 AND (updated_at, id) < ($4, $5)
          ORDER BY updated_at DESC, id DESC LIMIT $6)
        UNION ALL
        (SELECT * FROM games
          WHERE $3 AND black_player = $1 AND status = 'finished' AND visibility = 'public'
            AND (idle_since, id) < ($4, $5)
          ORDER BY idle_since DESC, id DESC LIMIT $6)
        UNION ALL
        (SELECT * FROM games
          WHERE $3 AND white_player = $1 AND status = 'finished' AND visibility = 'public'
            AND black_player IS DISTINCT FROM $1 AND (idle_since, id) < ($4, $5)
          ORDER BY idle_since DESC, id DESC LIMIT $6)) AS arms
 ORDER BY updated_at DESC, id DESC
 LIMIT $6
