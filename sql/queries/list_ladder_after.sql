-- name: list_ladder_after
-- parameters: $1 ladder; $2 rating, $3 last_rated_at and $4 id after which the page begins; $5 limit
-- rows: one at least: how many are ranked, now, and of each player, or nulls where there is none: rank,
--   how many share it, id, name, rating, games, won, drawn, lost, last_rated_at, rating 30 days ago
--   A constant limit stands beside the parameter's, so that the planner knows of it.
-- fan-out: the ladder's best from a place on: each shard gives at most a page from the index
--   ratings_ladder; what each player has beside it lies in the player's shard. How many stand where is
--   one shard's, that of the ladder, and is read here too: in one statement they agree.
WITH standings AS MATERIALIZED (
  SELECT points, players, above FROM ladder_standings WHERE ladder = $1
), page AS (
  SELECT player_id, rating, games, won, drawn, lost, last_rated_at
    FROM (SELECT player_id, rating, games, won, drawn, lost, last_rated_at
            FROM ratings
           WHERE ladder = $1 AND ranked AND (rating, last_rated_at, player_id) < ($2, $3, $4)
           ORDER BY rating DESC, last_rated_at DESC, player_id DESC
           LIMIT 101) AS at_most
   LIMIT $5
)
SELECT t.total, now(), s.above + 1, s.players::bigint, r.player_id, p.name, r.rating, r.games, r.won,
       r.drawn, r.lost, r.last_rated_at,
       coalesce((SELECT c.rating_before FROM rating_changes c
                  WHERE c.player_id = r.player_id AND c.ladder = $1
                    AND c.rated_at >= now() - interval '30 days'
                  ORDER BY c.rated_at, c.seq LIMIT 1), r.rating)
  FROM (SELECT coalesce(sum(players), 0) AS total FROM standings) AS t
  LEFT JOIN page r ON true
  LEFT JOIN standings s ON s.points = (r.rating + 500) / 1000
  LEFT JOIN players p ON p.id = r.player_id
 ORDER BY r.rating DESC, r.last_rated_at DESC, r.player_id DESC
