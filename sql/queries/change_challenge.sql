-- name: change_challenge
-- parameters: $1 challenge, $2 version that was loaded, $3 version, $4 status, $5 taken_by,
--   $6 decline_reason, $7 updated_at
-- rows: one; fails with division by zero where the version is another or its time is over
-- shard: challenge_id
WITH changed AS (
  UPDATE challenges
     SET version = $3, status = $4, taken_by = $5, decline_reason = $6, updated_at = $7
   WHERE id = $1 AND version = $2 AND expires_at > now()
  RETURNING 1
)
SELECT 1 / count(*) FROM changed
