-- name: add_match
-- parameters: $1 … $11 the columns of a match in the order of get_match
-- rows: one; fails with division by zero where that match is there already
-- shard: match_id
WITH added AS (
  INSERT INTO matches (
         id, created_at, wins_needed, version, status, game_number, first_wins, second_wins, winner,
         reason, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      ON CONFLICT (id) DO NOTHING
  RETURNING 1
)
SELECT 1 / count(*) FROM added
