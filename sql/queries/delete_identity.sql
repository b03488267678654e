-- name: delete_identity
-- parameters: $1 provider, $2 subject, $3 player
-- rows: one; fails with division by zero where the identity has another player
-- shard: subject
WITH deleted AS (
  DELETE FROM identities WHERE provider = $1 AND subject = $2 AND player_id = $3 RETURNING 1
)
SELECT 1 / count(*) FROM deleted
