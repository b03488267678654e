-- name: commit
-- parameters: none
-- rows: none
-- shard: none
-- Of a transaction that failed it makes a rollback, which its tag tells.
COMMIT
