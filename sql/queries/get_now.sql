-- name: get_now
-- parameters: none
-- rows: one: now
-- shard: none, any node answers
SELECT now()
