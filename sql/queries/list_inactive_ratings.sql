-- name: list_inactive_ratings
-- parameters: $1 time, $2 limit
-- rows: ranked ones whose last game was before the time, longest ago first: player_id, ladder, rating,
--   games, won, drawn, lost, last_rated_at, ranked, seq
-- fan-out: each shard gives the head of ratings_last_rated_at
SELECT player_id, ladder, rating, games, won, drawn, lost, last_rated_at, ranked, seq
  FROM ratings
 WHERE ranked AND last_rated_at <= $1
 ORDER BY last_rated_at
 LIMIT $2
