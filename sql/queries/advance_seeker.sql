-- name: advance_seeker
-- parameters: $1 player, $2 seq that was loaded, 0: there was no row
-- rows: one; fails with division by zero where seq is another
-- shard: player_id
WITH added AS (
  INSERT INTO seekers (player_id, seq)
  SELECT $1, 1 WHERE $2::integer = 0
      ON CONFLICT (player_id) DO NOTHING
  RETURNING 1
), changed AS (
  UPDATE seekers SET seq = seq + 1 WHERE player_id = $1 AND seq = $2 RETURNING 1
)
SELECT 1 / ((SELECT count(*) FROM added) + (SELECT count(*) FROM changed))
