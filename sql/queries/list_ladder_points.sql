-- name: list_ladder_points
-- parameters: $1 ladder, $2 how many points make a step
-- rows: one at least: now, and from the lowest step up, or nulls where nobody is ranked: its first points, how
--   many ranked players stand on it
-- shard: ladder
WITH steps AS (
  SELECT points / $2 * $2 AS step, sum(players) AS players
    FROM ladder_moves
   WHERE ladder = $1
   GROUP BY 1
  HAVING sum(players) > 0
)
SELECT now(), step, players
  FROM (SELECT) AS once
  LEFT JOIN steps ON true
 ORDER BY step
