-- name: get_game
-- parameters: $1 game
-- rows: none or one: the columns of a game in the order of enum game_column, now, and of one between people that
--   is over and has no rematch yet what the function meeting tells of them, else nulls
-- fan-out: one row of the game's shard; of one that is over a few by primary key in its players'
SELECT @game_columns@, now(), @meeting_columns@
  FROM games
  LEFT JOIN LATERAL meeting(CASE WHEN status <> 'live' AND black_player <> white_player AND rematch_by IS DISTINCT FROM 'both'
                                 THEN black_player END, white_player) ON true
 WHERE id = $1
