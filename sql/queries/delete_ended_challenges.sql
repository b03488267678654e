-- name: delete_ended_challenges
-- parameters: $1 time before which they expired, or would have, $2 limit
-- rows: one: how many were deleted
-- fan-out: challenges of everybody; each shard gives the head of challenges_expires_at. Their codes
--   lie in other shards.
WITH ended AS (
  DELETE FROM challenges
   WHERE (expires_at, id) <=
         (SELECT expires_at, id
            FROM (SELECT expires_at, id FROM challenges
                   WHERE expires_at < $1
                   ORDER BY expires_at, id LIMIT $2) AS head
           ORDER BY expires_at DESC, id DESC LIMIT 1)
  RETURNING code
), codes AS (
  DELETE FROM invitation_codes WHERE code = ANY (ARRAY(SELECT code FROM ended))
)
SELECT count(*) FROM ended
