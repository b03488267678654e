-- name: unrank_rating
-- parameters: $1 player, $2 ladder, $3 seq that was loaded
-- rows: one; fails with division by zero where seq is another, or it is not ranked
-- shard: player_id
WITH changed AS (
  UPDATE ratings SET ranked = false, seq = seq + 1
   WHERE player_id = $1 AND ladder = $2 AND seq = $3 AND ranked
  RETURNING 1
)
SELECT 1 / count(*) FROM changed
