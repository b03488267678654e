-- name: change_rating
-- parameters: $1 player, $2 ladder, $3 seq that was loaded, 0: there was no row; $4 … $11 rating,
--   games, won, drawn, lost, last_rated_at, ranked, seq after it; of the game that did it: $12 game,
--   $13 opponent, $14 result, $15 rating before
-- rows: one; fails with division by zero where seq is another
-- shard: player_id
WITH changed AS (
  INSERT INTO ratings (player_id, ladder, rating, games, won, drawn, lost, last_rated_at, ranked, seq)
  VALUES ($1, $2, $4, $5, $6, $7, $8, $9, $10, $11)
      ON CONFLICT (player_id, ladder) DO UPDATE
     SET rating = excluded.rating, games = excluded.games, won = excluded.won,
         drawn = excluded.drawn, lost = excluded.lost, last_rated_at = excluded.last_rated_at,
         ranked = excluded.ranked, seq = excluded.seq
   WHERE ratings.seq = $3
  RETURNING 1
), noted AS (
  INSERT INTO rating_changes (player_id, ladder, seq, game_id, opponent_id, result, rating_before,
                              rating_after, rated_at)
  SELECT $1, $2, $11, $12, $13, $14, $15, $4, $9 FROM changed
)
SELECT 1 / count(*) FROM changed
