-- name: postpone_departure
-- parameters: $1 player, $2 seconds until it is due again
-- rows: none
-- shard: player_id
UPDATE departures
   SET failures = failures + 1, lease_until = now() + make_interval(secs => $2::integer)
 WHERE player_id = $1
