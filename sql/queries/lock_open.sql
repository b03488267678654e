-- name: lock_open
-- parameters: $1 whose
-- rows: one
-- shard: whose
-- Within a transaction, before what counts things that somebody has open and adds one. Whoever has no row, an address, has
-- a lock as well.
SELECT pg_advisory_xact_lock(hashtextextended($1::uuid::text, 0))
