-- name: list_player_games_public
-- parameters: $1 player, $2 whether live games, $3 whether finished ones are wanted, $4 and $5
--   updated_at and id after which the page begins, $6 limit
-- rows: public games, latest change first: the columns of a game in the order of enum game_column
-- fan-out: a player's games lie anywhere; each shard gives at most a page from each of the indexes
--   games_public_black and games_public_white. Live ones are sorted after reading.
-- After them, of one between people that is over and has no rematch yet, what the function meeting tells of them, by a few
-- rows of each one's shard; else nulls.
SELECT @game_columns@, @meeting_columns@
  FROM (SELECT *
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
         LIMIT $6) AS page
  LEFT JOIN LATERAL meeting(CASE WHEN status <> 'live' AND black_player <> white_player AND rematch_by IS DISTINCT FROM 'both'
                                 THEN black_player END, white_player) ON true
 ORDER BY updated_at DESC, id DESC
