-- name: list_staked_seeks
-- parameters: $1 seek, $2 limit
-- rows: open seeks for chips after that one, ascending by id: the columns of a seek in the order of
--   enum seek_column
-- fan-out: seeks of everybody; each shard gives at most a page from the index seeks_staked
SELECT @seek_columns@
  FROM seeks
 WHERE status = 'open' AND staked AND alive_until > now() AND id > $1
 ORDER BY id
 LIMIT $2
