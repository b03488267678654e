-- name: forget_blocks
-- parameters: $1 player, $2 name from now on
-- rows: one: how many blocks were deleted or renamed
-- fan-out: the player's own blocks lie in one shard, those of the player anywhere, by blocks_blocked
WITH deleted AS (
  DELETE FROM blocks WHERE player_id = $1 RETURNING 1
), renamed AS (
  UPDATE blocks SET blocked_name = $2 WHERE blocked_id = $1 AND blocked_name <> $2 RETURNING 1
)
SELECT (SELECT count(*) FROM deleted) + (SELECT count(*) FROM renamed)
