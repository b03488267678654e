-- name: list_rating_changes
-- parameters: $1 player, $2 ladder, $3 seq before which the page begins, $4 limit
-- rows: latest first: seq, game_id, opponent_id, result, rating_before, rating_after, rated_at
-- shard: player_id
SELECT seq, game_id, opponent_id, result, rating_before, rating_after, rated_at
  FROM rating_changes
 WHERE player_id = $1 AND ladder = $2 AND seq < $3
 ORDER BY seq DESC
 LIMIT $4
