-- name: delete_personal_token
-- parameters: $1 player, $2 id
-- rows: one: how many were deleted
-- shard: player_id
WITH deleted AS (
  DELETE FROM tokens WHERE player_id = $1 AND kind = 'personal' AND id = $2 RETURNING 1
)
SELECT count(*) FROM deleted
