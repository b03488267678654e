-- name: get_seek
-- parameters: $1 seek
-- rows: none or one: the columns of a seek in the order of enum seek_column, now
-- shard: seek_id
SELECT @seek_columns@, now()
  FROM seeks
 WHERE id = $1
