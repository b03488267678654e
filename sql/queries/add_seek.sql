-- name: add_seek
-- parameters: $1 … $25 the columns of a seek in the order of enum seek_column
-- rows: one; fails with division by zero where that seek is there already
-- shard: seek_id
WITH added AS (
  INSERT INTO seeks (@seek_columns@)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
          $21, $22, $23, $24, $25)
      ON CONFLICT (id) DO NOTHING
  RETURNING 1
)
SELECT 1 / count(*) FROM added
