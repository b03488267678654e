-- name: list_names
-- parameters: $1 where the range of folded names begins, $2 where it ends, itself not in it, $3 limit
-- rows: player_id, folded; ascending by folded, by bytes
-- fan-out: names lie by what they look like; each shard gives a page of an index range
SELECT player_id, folded
  FROM names
 WHERE folded COLLATE "C" >= $1 AND folded COLLATE "C" < $2
 ORDER BY folded COLLATE "C"
 LIMIT $3
