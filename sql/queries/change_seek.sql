-- name: change_seek
-- parameters: $1 seek, $2 version that was loaded, $3 version, $4 status, $5 game_id, $6 withdrawn_reason,
--   $7 updated_at
-- rows: one; fails with division by zero where the version is another or its time is over
-- shard: seek_id
WITH changed AS (
  UPDATE seeks
     SET version = $3, status = $4, game_id = $5, withdrawn_reason = $6, updated_at = $7
   WHERE id = $1 AND version = $2 AND alive_until > now()
  RETURNING 1
)
SELECT 1 / count(*) FROM changed
