-- name: change_match
-- parameters: $1 match, $2 version it had, $3 … $10 version and what follows it in the order of
--   get_match
-- rows: one; fails with division by zero where the version is another
-- shard: match_id
WITH changed AS (
  UPDATE matches
     SET version = $3, status = $4, game_number = $5, first_wins = $6, second_wins = $7, winner = $8,
         reason = $9, updated_at = $10
   WHERE id = $1 AND version = $2
  RETURNING 1
)
SELECT 1 / count(*) FROM changed
