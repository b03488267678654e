-- name: list_outages
-- parameters: $1 seq after which, $2 time after which they ended, $3 limit
-- rows: ascending by seq: seq, began_at, ended_at
-- shard: none, a reference table
SELECT seq, began_at, ended_at
  FROM outages
 WHERE seq > $1 AND ended_at > $2
 ORDER BY seq
 LIMIT $3
