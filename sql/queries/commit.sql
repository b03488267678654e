-- name: commit
-- parameters: none
-- rows: none
-- shard: none
COMMIT
