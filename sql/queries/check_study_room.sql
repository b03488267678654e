-- name: check_study_room
-- parameters: $1 caller, $2 how many open studies the caller may have
-- rows: one; fails with division by zero where so many are open
-- fan-out: as get_study_load
-- Within a transaction that has locked what the caller has open, so that none are added meanwhile.
SELECT 1 / (count(*) < $2::bigint)::integer
  FROM studies
 WHERE lease_until IS NOT NULL AND caller = $1
