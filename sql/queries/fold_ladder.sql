-- name: fold_ladder
-- parameters: $1 ladder, $2 limit
-- rows: one: how many deltas were folded in, and at how many points more players have left than stood there:
--   that cannot be, unless somebody has changed rows by hand; such a count stays at zero, and the ladder goes on
-- shard: ladder
-- Whoever folds at the same time waits for the deltas that are being deleted and finds them gone.
-- Points are taken in ascending order, so no two of them wait for each other. Of a player's deltas
-- the earlier ones are folded first, so no count falls under zero.
-- The batch is what stands up to its last row, which is looked up once: the table is mostly empty, and a
-- plan made for that would look through the batch again for each row of a backlog.
WITH folded AS (
  DELETE FROM ladder_deltas
   WHERE ladder = $1
     AND (player_id, seq) <= (SELECT player_id, seq
                                FROM (SELECT player_id, seq FROM ladder_deltas
                                       WHERE ladder = $1
                                       ORDER BY player_id, seq
                                       LIMIT $2) AS batch
                               ORDER BY player_id DESC, seq DESC
                               LIMIT 1)
  RETURNING left_points, entered_points
), moves AS (
  SELECT points, sum(moved)::bigint AS players
    FROM folded, LATERAL (VALUES (left_points, -1), (entered_points, 1)) AS moves (points, moved)
   WHERE points IS NOT NULL
   GROUP BY points
  HAVING sum(moved) <> 0
   ORDER BY points
), written AS (
  INSERT INTO ladder_points (ladder, points, players)
  SELECT $1, points, greatest(players, 0) FROM moves
      ON CONFLICT (ladder, points) DO UPDATE
     SET players = greatest(0, ladder_points.players
                               + (SELECT m.players FROM moves m WHERE m.points = excluded.points))
)
SELECT (SELECT count(*) FROM folded),
       (SELECT count(*)
          FROM moves m
          LEFT JOIN ladder_points p ON p.ladder = $1 AND p.points = m.points
         WHERE coalesce(p.players, 0) + m.players < 0)
