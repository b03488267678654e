-- name: rename_challenges
-- parameters: $1 player, $2 name from now on
-- rows: one: how many open challenges by and to the player were changed
-- fan-out: a player's challenges lie anywhere; each shard finds its own by challenges_maker and challenges_target
-- Within a transaction. Their version tells whether they are open, and stays.
WITH locked AS (
  SELECT id FROM challenges
   WHERE (maker = $1 AND maker_name <> $2 OR target = $1 AND target_name <> $2)
     AND status = 'open' AND expires_at > now()
   ORDER BY id
     FOR NO KEY UPDATE
), changed AS (
  UPDATE challenges
     SET maker_name = CASE WHEN maker = $1 THEN $2 ELSE maker_name END,
         target_name = CASE WHEN target = $1 THEN $2 ELSE target_name END
   WHERE id IN (SELECT id FROM locked)
  RETURNING 1
)
SELECT count(*) FROM changed
