-- name: add_ladder_delta
-- parameters: $1 ladder, $2 player, $3 seq of the rating after it, $4 points left or null, $5 points
--   entered or null
-- rows: one; fails with division by zero where that delta is there already
-- shard: ladder
WITH added AS (
  INSERT INTO ladder_deltas (ladder, player_id, seq, left_points, entered_points)
  VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (ladder, player_id, seq) DO NOTHING
  RETURNING 1
)
SELECT 1 / count(*) FROM added
