-- name: get_game
-- parameters: $1 game
-- rows: none or one: the columns of a game in the order of enum game_column, now
-- shard: game_id
SELECT @game_columns@, now()
  FROM games
 WHERE id = $1
