-- name: move_blocks
-- parameters: $1 player who is erased, $2 who takes over, $3 under which name, $4 how many blocks a player may have
-- rows: one: how many blocks there were, of the player and against the player
-- fan-out: the player's own blocks lie in one shard, those of others anywhere, by blocks_blocked; they keep theirs
-- The player's latest ones go over, as many as there is room for. A pairing that was decided on before then fails.
WITH own AS (
  DELETE FROM blocks WHERE player_id = $1 RETURNING blocked_id, blocked_name, created_at
), kept AS (
  INSERT INTO blocks (player_id, blocked_id, blocked_name, created_at)
  SELECT $2, blocked_id, blocked_name, created_at
    FROM own
   WHERE blocked_id <> $2
     AND NOT EXISTS (SELECT FROM blocks b WHERE b.player_id = $2 AND b.blocked_id = own.blocked_id)
   ORDER BY created_at DESC
   LIMIT greatest(0, $4::integer - (SELECT count(*) FROM blocks WHERE player_id = $2))
      ON CONFLICT (player_id, blocked_id) DO NOTHING
  RETURNING 1
), against AS (
  DELETE FROM blocks WHERE blocked_id = $1 RETURNING player_id, created_at
), followed AS (
  INSERT INTO blocks (player_id, blocked_id, blocked_name, created_at)
  SELECT player_id, $2, $3, created_at FROM against WHERE player_id <> $2
      ON CONFLICT (player_id, blocked_id) DO NOTHING
  RETURNING 1
), advanced AS (
  UPDATE seekers
     SET seq = seq + 1
   WHERE player_id = $2 AND (EXISTS (SELECT FROM kept) OR EXISTS (SELECT FROM followed))
)
SELECT (SELECT count(*) FROM own) + (SELECT count(*) FROM against)
