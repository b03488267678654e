-- name: list_rating_changes
-- parameters: $1 player, $2 ladder, $3 seq before which the page begins, $4 limit
-- rows: latest first: seq, game_id, opponent_id, the opponent's name as it is now or null where that
--   shard knows nobody, result, rating_before, rating_after, rated_at
-- fan-out: the page is the player's shard's; the name of each opponent on it lies in the opponent's
SELECT c.seq, c.game_id, c.opponent_id, p.name, c.result, c.rating_before, c.rating_after, c.rated_at
  FROM (SELECT seq, game_id, opponent_id, result, rating_before, rating_after, rated_at
          FROM rating_changes
         WHERE player_id = $1 AND ladder = $2 AND seq < $3
         ORDER BY seq DESC
         LIMIT $4) AS c
  LEFT JOIN players p ON p.id = c.opponent_id
 ORDER BY c.seq DESC
