-- name: check_unblocked
-- parameters: $1 and $2 players
-- rows: one; fails with division by zero where one of them has blocked the other
-- fan-out: one row in each of two shards, by primary key
-- Within a transaction, after its writes: a block that was placed while they waited counts too.
SELECT 1 / CASE WHEN EXISTS (SELECT FROM blocks WHERE player_id = $1 AND blocked_id = $2)
                  OR EXISTS (SELECT FROM blocks WHERE player_id = $2 AND blocked_id = $1)
                THEN 0 ELSE 1 END
