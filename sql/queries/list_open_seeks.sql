-- name: list_open_seeks
-- parameters: $1 player who asks, $2 and $3 created_at and id after which the page begins, $4 limit
-- rows: latest made first: the columns of a seek in the order of enum seek_column. Those of players
--   whom the one who asks has blocked, or who have blocked him, are left out.
-- fan-out: seeks of everybody; each shard gives at most a page from the index seeks_open, and looks
--   the blocks up by primary key
SELECT @seek_columns@
  FROM seeks
 WHERE status = 'open' AND alive_until > now() AND (created_at, id) < ($2, $3)
   AND NOT EXISTS (SELECT FROM blocks WHERE player_id = $1 AND blocked_id = player)
   AND NOT EXISTS (SELECT FROM blocks WHERE player_id = player AND blocked_id = $1)
 ORDER BY created_at DESC, id DESC
 LIMIT $4
