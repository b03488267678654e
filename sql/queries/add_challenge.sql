-- name: add_challenge
-- parameters: $1 … $27 the columns of a challenge in the order of enum challenge_column
-- rows: one; fails with division by zero where that challenge is there already
-- fan-out: the challenge's shard, and a row of each of its players' by primary key
-- The players are called what they are called by then, and get no other name before the challenge is there to take it.
WITH called AS (
  SELECT id, name FROM players WHERE id IN ($2, $4) ORDER BY id FOR SHARE
), added AS (
  INSERT INTO challenges (@challenge_columns@)
  VALUES ($1, $2, coalesce((SELECT name FROM called WHERE id = $2), $3),
          $4, coalesce((SELECT name FROM called WHERE id = $4), $5), $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
          $21, $22, $23, $24, $25, $26, $27)
      ON CONFLICT (id) DO NOTHING
  RETURNING 1
)
SELECT 1 / count(*) FROM added
