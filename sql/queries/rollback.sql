-- name: rollback
-- parameters: none
-- rows: none
-- shard: none
-- Follows every transaction: one that failed is over only then, any other one makes it do nothing.
ROLLBACK
