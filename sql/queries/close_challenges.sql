-- name: close_challenges
-- parameters: $1 player, $2 name from now on
-- rows: one for each that was ended or renamed: whether it was ended now; id, maker, target or null. What their maker wrote
--   about them goes.
-- fan-out: a player's challenges lie anywhere; each shard finds its own by challenges_maker and challenges_target
WITH changed AS (
  UPDATE challenges
     SET maker_name = CASE WHEN maker = $1 THEN $2 ELSE maker_name END,
         target_name = CASE WHEN target = $1 THEN $2 ELSE target_name END,
         metadata = CASE WHEN maker = $1 THEN '{}' ELSE metadata END,
         version = 2,
         status = CASE WHEN status = 'open' AND maker = $1 THEN 'cancelled'
                       WHEN status = 'open' THEN 'declined' ELSE status END,
         decline_reason = CASE WHEN status = 'open' AND maker <> $1 THEN 'other' ELSE decline_reason END,
         updated_at = CASE WHEN status = 'open' THEN date_trunc('milliseconds', now()) ELSE updated_at END
   WHERE (maker = $1 OR target = $1)
     AND (status = 'open' OR (maker = $1 AND (maker_name <> $2 OR metadata <> '{}')) OR (target = $1 AND target_name <> $2))
  RETURNING id, maker, target, updated_at = date_trunc('milliseconds', now()) AS ended
)
SELECT ended, id, maker, target FROM changed
