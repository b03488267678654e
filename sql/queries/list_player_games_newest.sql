-- name: list_player_games_newest
-- parameters: $1 player, $2 whether live games, $3 finished, $4 aborted ones are wanted, $5 of the
--   live ones only those in which the player is to move, $6 earliest updated_at, $7 and $8 updated_at
--   and id after which the page begins, $9 limit
-- rows: latest change first: the columns of a game in the order of enum game_column
-- fan-out: a player's games lie anywhere; each shard gives at most a page from each of the indexes
--   games_black and games_white. Live ones are sorted after reading: their updated_at has no index.
--   In a game on one device both seats are the player's, and the arms for white leave it out.
-- After them, of one between people that is over and has no rematch yet, what the function meeting tells of them, by a few
-- rows of each one's shard; else nulls.
SELECT @game_columns@, @meeting_columns@
  FROM (SELECT *
          FROM ((SELECT * FROM games
                  WHERE $2 AND black_player = $1 AND idle_since IS NULL
                    AND (NOT $5 OR turn = 'black' OR white_player = $1)
                    AND updated_at >= $6 AND (updated_at, id) < ($7, $8)
                  ORDER BY updated_at DESC, id DESC LIMIT $9)
                UNION ALL
                (SELECT * FROM games
                  WHERE $2 AND white_player = $1 AND idle_since IS NULL
                    AND (NOT $5 OR turn = 'white') AND black_player IS DISTINCT FROM $1
                    AND updated_at >= $6 AND (updated_at, id) < ($7, $8)
                  ORDER BY updated_at DESC, id DESC LIMIT $9)
                UNION ALL
                (SELECT * FROM games
                  WHERE ($3 OR $4) AND black_player = $1
                    AND ($3 AND status = 'finished' OR $4 AND status = 'aborted')
                    AND idle_since >= $6 AND (idle_since, id) < ($7, $8)
                  ORDER BY idle_since DESC, id DESC LIMIT $9)
                UNION ALL
                (SELECT * FROM games
                  WHERE ($3 OR $4) AND white_player = $1 AND black_player IS DISTINCT FROM $1
                    AND ($3 AND status = 'finished' OR $4 AND status = 'aborted')
                    AND idle_since >= $6 AND (idle_since, id) < ($7, $8)
                  ORDER BY idle_since DESC, id DESC LIMIT $9)) AS arms
         ORDER BY updated_at DESC, id DESC
         LIMIT $9) AS page
  LEFT JOIN LATERAL meeting(CASE WHEN status <> 'live' AND black_player <> white_player AND rematch_by IS DISTINCT FROM 'both'
                                 THEN black_player END, white_player) ON true
 ORDER BY updated_at DESC, id DESC
