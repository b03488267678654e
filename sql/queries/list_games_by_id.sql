-- name: list_games_by_id
-- parameters: $1 array of games
-- rows: those that exist, in no order: the columns of a game in the order of enum game_column
-- fan-out: the ids may lie anywhere; each shard looks up its own by primary key
SELECT @game_columns@
  FROM games
 WHERE id = ANY ($1)
