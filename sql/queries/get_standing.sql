-- name: get_standing
-- parameters: $1 player, $2 ladder
-- rows: none or one: kind; of the rating, or nulls: rating, games, won, drawn, lost, last_rated_at,
--   ranked, seq; of the chips, or nulls: balance, aside, earned_day, earned, seq; name
-- shard: player_id
SELECT p.kind, r.rating, r.games, r.won, r.drawn, r.lost, r.last_rated_at, r.ranked, r.seq,
       c.balance, c.aside, c.earned_day, c.earned, c.seq, p.name
  FROM players p
  LEFT JOIN ratings r ON r.player_id = p.id AND r.ladder = $2
  LEFT JOIN chips c ON c.player_id = p.id
 WHERE p.id = $1
