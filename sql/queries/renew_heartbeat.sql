-- name: renew_heartbeat
-- parameters: $1 milliseconds within which the last sign of life must lie
-- rows: none; the count tells whether it did
-- shard: none, a reference table
UPDATE heartbeats
   SET beat_at = greatest(beat_at, date_trunc('milliseconds', now()))
 WHERE beat_at > now() - $1::bigint * interval '1 millisecond'
