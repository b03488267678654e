-- name: insert_block
-- parameters: $1 player, $2 blocked_id, $3 blocked_name, $4 created_at, $5 how many a player may block
-- rows: one: how many were added, 0 where the block was there or so many are
-- shard: player_id
-- Within a transaction that has locked what the player has open, so that none are added meanwhile. A pairing that was
-- decided on before the block then fails.
WITH added AS (
  INSERT INTO blocks (player_id, blocked_id, blocked_name, created_at)
  SELECT $1, $2, $3, $4
   WHERE (SELECT count(*) FROM blocks WHERE player_id = $1) < $5::bigint
      ON CONFLICT (player_id, blocked_id) DO NOTHING
  RETURNING 1
), advanced AS (
  UPDATE seekers SET seq = seq + 1 WHERE player_id = $1 AND EXISTS (SELECT FROM added)
)
SELECT count(*) FROM added
