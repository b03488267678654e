-- name: list_ladder_points
-- parameters: $1 ladder, $2 how many points make a step
-- rows: from the lowest step up: its first points, how many ranked players stand on it
-- shard: ladder
WITH points AS MATERIALIZED (
  SELECT points, sum(moved)::integer AS players
    FROM (SELECT points, players::integer AS moved FROM ladder_points WHERE ladder = $1
          UNION ALL
          SELECT left_points, -1 FROM ladder_deltas WHERE ladder = $1 AND left_points IS NOT NULL
          UNION ALL
          SELECT entered_points, 1 FROM ladder_deltas
           WHERE ladder = $1 AND entered_points IS NOT NULL) AS moves
   GROUP BY points
)
SELECT points / $2 * $2, sum(players)
  FROM points
 GROUP BY 1
HAVING sum(players) > 0
 ORDER BY 1
