-- name: get_pulse
-- parameters: none
-- rows: one: beat_at, outage_seq, now
-- shard: none, a reference table
SELECT beat_at, outage_seq, now()
  FROM heartbeats
