-- name: change_chips
-- parameters: $1 player, $2 seq that was loaded, 0: there was no row; $3 … $7 balance, aside,
--   earned_day, earned, seq after it; of its entries, in order: $8 seqs, $9 kinds (words with a space
--   between them), $10 amounts, $11 asides, $12 balances; $13 game, $14 time; a journal's
--   first entry has the time at which its player came to be, as long as it is not stored and ever after
-- rows: one; fails with division by zero where seq is another
-- shard: player_id
WITH changed AS (
  INSERT INTO chips (player_id, balance, aside, earned_day, earned, seq)
  VALUES ($1, $3, $4, $5, $6, $7)
      ON CONFLICT (player_id) DO UPDATE
     SET balance = excluded.balance, aside = excluded.aside, earned_day = excluded.earned_day,
         earned = excluded.earned, seq = excluded.seq
   WHERE chips.seq = $2
  RETURNING 1
), noted AS (
  INSERT INTO chip_entries (player_id, seq, kind, amount, aside, balance, game_id, entered_at)
  SELECT $1, e.seq, e.kind, e.amount, e.aside, e.balance,
         CASE WHEN e.kind <> 'start' THEN $13::uuid END,
         coalesce(CASE WHEN e.kind = 'start' THEN (SELECT created_at FROM players WHERE id = $1) END, $14)
    FROM changed,
         unnest($8::integer[], string_to_array($9, ' '), $10::integer[], $11::integer[],
                $12::integer[]) AS e (seq, kind, amount, aside, balance)
)
SELECT 1 / count(*) FROM changed
