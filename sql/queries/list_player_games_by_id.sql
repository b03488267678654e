-- name: list_player_games_by_id
-- parameters: $1 player, $2 game after which the page begins, $3 limit
-- rows: the player's games, ascending by id, which nothing changes: the columns of a game in the order of
--   enum game_column
-- fan-out: a player's games lie anywhere; each shard gives at most a page. Its ids are found in the indexes
--   games_black and games_white, all of the player's, and sorted; only those of the page are read.
-- After them, of one between people that is over and has no rematch yet, what the function meeting tells of them, by a few
-- rows of each one's shard; else nulls.
SELECT @game_columns@, @meeting_columns@
  FROM games
  LEFT JOIN LATERAL meeting(CASE WHEN status <> 'live' AND black_player <> white_player AND rematch_by IS DISTINCT FROM 'both'
                                 THEN black_player END, white_player) ON true
 WHERE id IN ((SELECT id FROM games WHERE black_player = $1 AND id > $2 ORDER BY id LIMIT $3)
              UNION
              (SELECT id FROM games WHERE white_player = $1 AND id > $2 ORDER BY id LIMIT $3)
              ORDER BY id LIMIT $3)
 ORDER BY id
