-- name: notify
-- parameters: $1 topics that changed here
-- rows: one, without a meaning
-- shard: none
-- Never within a transaction that changes something: those that notify commit one after the other.
SELECT pg_notify('reversid', $1)
