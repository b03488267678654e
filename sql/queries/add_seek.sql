-- name: add_seek
-- parameters: $1 … $25 the columns of a seek in the order of enum seek_column
-- rows: one; fails with division by zero where that seek is there already
-- fan-out: the seek's shard, and its player's row by primary key
-- The player is called what it is called by then, and gets no other name before the seek is there to take it.
WITH called AS (
  SELECT name FROM players WHERE id = $2 FOR SHARE
), added AS (
  INSERT INTO seeks (@seek_columns@)
  VALUES ($1, $2, coalesce((SELECT name FROM called), $3), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
          $21, $22, $23, $24, $25)
      ON CONFLICT (id) DO NOTHING
  RETURNING 1
)
SELECT 1 / count(*) FROM added
