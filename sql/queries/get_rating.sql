-- name: get_rating
-- parameters: $1 player, $2 ladder
-- rows: none or one: rating, games, won, drawn, lost, last_rated_at, ranked, seq
-- shard: player_id
SELECT rating, games, won, drawn, lost, last_rated_at, ranked, seq
  FROM ratings
 WHERE player_id = $1 AND ladder = $2
