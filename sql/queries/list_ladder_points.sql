-- name: list_ladder_points
-- parameters: $1 ladder, $2 how many points make a step
-- rows: one at least: now, and from the lowest step up, or nulls where nobody is ranked: its first points, how
--   many ranked players stand on it
-- shard: ladder
WITH points AS MATERIALIZED (
  SELECT points, sum(moved)::integer AS players
    FROM (SELECT points, players::integer AS moved FROM ladder_points WHERE ladder = $1
          UNION ALL
          SELECT m.points, m.moved
            FROM ladder_deltas, LATERAL (VALUES (left_points, -1), (entered_points, 1)) AS m (points, moved)
           WHERE ladder = $1 AND m.points IS NOT NULL) AS moves
   GROUP BY points
), steps AS (
  SELECT points / $2 * $2 AS step, sum(players) AS players
    FROM points
   GROUP BY 1
  HAVING sum(players) > 0
)
SELECT now(), step, players
  FROM (SELECT) AS once
  LEFT JOIN steps ON true
 ORDER BY step
