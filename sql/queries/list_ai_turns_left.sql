-- name: list_ai_turns_left
-- parameters: $1 limit
-- rows: longest left first: the columns of a game in the order of enum game_column
-- fan-out: any game may have been left; each shard gives the head of the index games_ai_due
SELECT @game_columns@
  FROM games
 WHERE ai_lease_until <= now()
 ORDER BY ai_lease_until
 LIMIT $1
