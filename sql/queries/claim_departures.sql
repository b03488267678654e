-- name: claim_departures
-- parameters: $1 seconds until others may, $2 limit
-- rows: player_id, successor, created_at, failures, now; what is to be done, claimed
-- fan-out: departures of everybody; each shard gives the head of departures_due
WITH due AS (
  SELECT player_id, lease_until
    FROM departures
   WHERE done_at IS NULL AND lease_until <= now()
   ORDER BY lease_until
   LIMIT $2
)
UPDATE departures d
   SET lease_until = now() + make_interval(secs => $1::integer)
  FROM due
 WHERE d.player_id = due.player_id AND d.lease_until = due.lease_until AND d.done_at IS NULL
RETURNING d.player_id, d.successor, d.created_at, d.failures, now()
