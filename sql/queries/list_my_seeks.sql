-- name: list_my_seeks
-- parameters: $1 player, $2 and $3 created_at and id after which the page begins, $4 limit
-- rows: the player's open seeks, latest made first: the columns of a seek in the order of enum
--   seek_column
-- fan-out: a player's seeks lie anywhere; each shard gives at most a page from the index seeks_player,
--   where an open one stands by when it was made
SELECT @seek_columns@
  FROM seeks
 WHERE player = $1 AND status = 'open' AND alive_until > now() AND (updated_at, id) < ($2, $3)
 ORDER BY updated_at DESC, id DESC
 LIMIT $4
