-- name: insert_block
-- parameters: $1 player, $2 blocked_id, $3 blocked_name, $4 created_at
-- rows: one: how many were added, 0 where the block was there
-- shard: player_id
-- A pairing that was decided on before the block then fails.
WITH added AS (
  INSERT INTO blocks (player_id, blocked_id, blocked_name, created_at)
  VALUES ($1, $2, $3, $4)
      ON CONFLICT (player_id, blocked_id) DO NOTHING
  RETURNING 1
), advanced AS (
  UPDATE seekers SET seq = seq + 1 WHERE player_id = $1 AND EXISTS (SELECT FROM added)
)
SELECT count(*) FROM added
