-- name: list_games_by_id
-- parameters: $1 array of games
-- rows: those that exist, in no order: the columns of a game in the order of enum game_column
-- fan-out: the ids may lie anywhere; each shard looks up its own by primary key
-- After them, of one between people that is over and has no rematch yet, what the function meeting tells of them, by a few
-- rows of each one's shard; else nulls.
SELECT @game_columns@, @meeting_columns@
  FROM games
  LEFT JOIN LATERAL meeting(CASE WHEN status <> 'live' AND black_player <> white_player AND rematch_by IS DISTINCT FROM 'both'
                                 THEN black_player END, white_player) ON true
 WHERE id = ANY ($1)
