-- name: list_kept_seeks
-- parameters: $1 player, $2 and $3 updated_at and id after which the page begins, $4 limit
-- rows: all of the player's that are kept, those that have ended too, latest change first: the columns of a seek in the order of
--   enum seek_column
-- fan-out: a player's seeks lie anywhere; each shard gives at most a page from the index seeks_player
SELECT @seek_columns@
  FROM seeks
 WHERE player = $1 AND (updated_at, id) < ($2, $3)
 ORDER BY updated_at DESC, id DESC
 LIMIT $4
