-- name: add_invitation_code
-- parameters: $1 code, $2 challenge
-- rows: one; fails with division by zero where the code is taken
-- shard: code
WITH added AS (
  INSERT INTO invitation_codes (code, challenge_id)
  VALUES ($1, $2)
      ON CONFLICT (code) DO NOTHING
  RETURNING 1
)
SELECT 1 / count(*) FROM added
