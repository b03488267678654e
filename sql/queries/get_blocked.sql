-- name: get_blocked
-- parameters: $1 and $2 players
-- rows: one: whether one of them has blocked the other
-- fan-out: one row in each of two shards, by primary key
SELECT EXISTS (SELECT FROM blocks WHERE player_id = $1 AND blocked_id = $2)
    OR EXISTS (SELECT FROM blocks WHERE player_id = $2 AND blocked_id = $1)
