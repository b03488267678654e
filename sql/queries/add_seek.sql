-- name: add_seek
-- parameters: $1 … $25 the columns of a seek in the order of enum seek_column
-- rows: one; fails with division by zero where that seek is there already
-- shard: seek_id
WITH added AS (
  INSERT INTO seeks (
         id, player, player_name, guest, created_at, opening, visibility, clock, clock_amount,
         on_timeout, wins_needed, rated, staked, color, seed, rating, rating_min, rating_max,
         fingerprint, version, status, game_id, withdrawn_reason, updated_at, alive_until)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
          $21, $22, $23, $24, $25)
      ON CONFLICT (id) DO NOTHING
  RETURNING 1
)
SELECT 1 / count(*) FROM added
