-- name: list_live_games
-- parameters: $1 and $2 created_at and id after which the page begins, $3 limit
-- rows: latest created first: the columns of a game in the order of enum game_column
-- fan-out: games of everybody; each shard gives at most a page from the index games_public_live
SELECT @game_columns@
  FROM games
 WHERE idle_since IS NULL AND visibility = 'public' AND (created_at, id) < ($1, $2)
 ORDER BY created_at DESC, id DESC
 LIMIT $3
