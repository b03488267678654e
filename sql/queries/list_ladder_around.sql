-- name: list_ladder_around
-- parameters: $1 ladder, $2 player, $3 how many on each side
-- rows: one at least: how many are ranked, now, and of each player, or nulls where there is none: rank,
--   how many share it, id, name, rating, games, won, drawn, lost, last_rated_at, rating 30 days ago
--   No players where this one is not ranked.
--   A constant limit stands beside the parameter's, so that the planner knows of it.
-- fan-out: the ladder's best from a place on: each shard gives at most a page from the index
--   ratings_ladder; what each player has beside it lies in the player's shard. How many stand where is
--   one shard's, that of the ladder, and is read here too: in one statement they agree.
WITH standings AS MATERIALIZED (
  SELECT points, players, above FROM ladder_standings WHERE ladder = $1
), middle AS (
  SELECT rating, last_rated_at, player_id FROM ratings
   WHERE player_id = $2 AND ladder = $1 AND ranked
), page AS (
  (SELECT r.player_id, r.rating, r.games, r.won, r.drawn, r.lost, r.last_rated_at
     FROM middle m, LATERAL (
       SELECT player_id, rating, games, won, drawn, lost, last_rated_at
         FROM ratings
        WHERE ladder = $1 AND ranked
          AND (rating, last_rated_at, player_id) > (m.rating, m.last_rated_at, m.player_id)
        ORDER BY rating, last_rated_at, player_id
        LIMIT least($3::bigint, 50)) AS r
    LIMIT 50)
  UNION ALL
  (SELECT r.player_id, r.rating, r.games, r.won, r.drawn, r.lost, r.last_rated_at
     FROM middle m, LATERAL (
       SELECT player_id, rating, games, won, drawn, lost, last_rated_at
         FROM ratings
        WHERE ladder = $1 AND ranked
          AND (rating, last_rated_at, player_id) <= (m.rating, m.last_rated_at, m.player_id)
        ORDER BY rating DESC, last_rated_at DESC, player_id DESC
        LIMIT least($3::bigint, 50) + 1) AS r
    LIMIT 51)
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
