-- name: listen
-- parameters: none
-- rows: none
-- shard: none
-- On a connection of its own, by which replicas give each other hints.
LISTEN reversid
