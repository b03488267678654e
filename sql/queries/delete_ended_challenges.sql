-- name: delete_ended_challenges
-- parameters: $1 time before which they expired, or would have, $2 limit
-- rows: one: how many were deleted
-- fan-out: challenges of everybody; each shard gives the head of challenges_expires_at. Their codes
--   lie in other shards.
WITH ended AS (
  DELETE FROM challenges
   WHERE id IN (SELECT id FROM challenges WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
  RETURNING code
), codes AS (
  DELETE FROM invitation_codes WHERE code IN (SELECT code FROM ended)
)
SELECT count(*) FROM ended
