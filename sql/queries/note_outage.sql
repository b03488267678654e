-- name: note_outage
-- parameters: $1 last sign of life that was read, $2 milliseconds within which the next one should
--   have come
-- rows: none; the count tells whether it was this statement that noted the outage
-- shard: none, reference tables
WITH back AS (
  UPDATE heartbeats
     SET beat_at = date_trunc('milliseconds', now()), outage_seq = outage_seq + 1
   WHERE beat_at = $1 AND beat_at <= now() - $2::bigint * interval '1 millisecond'
  RETURNING outage_seq, beat_at
)
INSERT INTO outages (seq, began_at, ended_at)
SELECT outage_seq, $1, beat_at FROM back
