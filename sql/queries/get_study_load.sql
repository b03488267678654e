-- name: get_study_load
-- parameters: $1 caller
-- rows: one: how many open studies are not claimed, are claimed, are the caller's
-- fan-out: open studies lie anywhere; each shard counts its own by the index studies_due, whose size
--   the service bounds
SELECT count(*) FILTER (WHERE lease_until <= now()),
       count(*) FILTER (WHERE lease_until > now()),
       count(*) FILTER (WHERE caller = $1)
  FROM studies
 WHERE lease_until IS NOT NULL
