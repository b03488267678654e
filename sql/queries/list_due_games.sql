-- name: list_due_games
-- parameters: $1 limit
-- rows: longest due first: the columns of a game in the order of enum game_column
-- fan-out: any turn may be over; each shard gives the head of the index games_due
SELECT @game_columns@
  FROM games
 WHERE deadline_at <= now()
 ORDER BY deadline_at
 LIMIT $1
