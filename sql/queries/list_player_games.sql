-- name: list_player_games
-- parameters: $1 player, $2 live ones too, $3 those that are over too, $4 of the live ones only
--   those in which the player is to move, $5 earliest updated_at, $6 and $7 updated_at and id
--   after which the page begins, $8 limit
-- rows: latest change first: the columns of a game in the order of enum game_column
-- fan-out: a player's games lie anywhere; each shard gives at most a page from each of the indexes
--   games_black and games_white. Live ones are sorted after reading: their updated_at has no index.
--   In a game on one device both seats are the player's, and the arms for white leave it out.
SELECT id, creator, created_at, opening, start_position, visibility,
       black_kind, black_player, black_name, black_level,
       white_kind, white_player, white_name, white_level,
       seed, metadata, fingerprint, version, branch, status, winner, reason, turn,
       moves, move_by, used_ms, updated_at, turn_started_at, ai_lease_until, ai_attempt
  FROM ((SELECT * FROM games
          WHERE $2 AND black_player = $1 AND idle_since IS NULL
            AND (NOT $4 OR turn = 'black' OR white_player = $1)
            AND updated_at >= $5 AND (updated_at, id) < ($6, $7)
          ORDER BY updated_at DESC, id DESC LIMIT $8)
        UNION ALL
        (SELECT * FROM games
          WHERE $2 AND white_player = $1 AND idle_since IS NULL
            AND (NOT $4 OR turn = 'white') AND black_player IS DISTINCT FROM $1
            AND updated_at >= $5 AND (updated_at, id) < ($6, $7)
          ORDER BY updated_at DESC, id DESC LIMIT $8)
        UNION ALL
        (SELECT * FROM games
          WHERE $3 AND black_player = $1
            AND idle_since >= $5 AND (idle_since, id) < ($6, $7)
          ORDER BY idle_since DESC, id DESC LIMIT $8)
        UNION ALL
        (SELECT * FROM games
          WHERE $3 AND white_player = $1 AND black_player IS DISTINCT FROM $1
            AND idle_since >= $5 AND (idle_since, id) < ($6, $7)
          ORDER BY idle_since DESC, id DESC LIMIT $8)) AS arms
 ORDER BY updated_at DESC, id DESC
 LIMIT $8
