-- How many stand where, said once: every query of a ladder reads it from one of these two, for the ladder that it is about, which the planner
-- then asks both tables for. One statement reads both tables as they are at one moment.

CREATE VIEW ladder_moves AS
SELECT ladder, points, players::integer AS players FROM ladder_points
UNION ALL
SELECT d.ladder, m.points, m.players
  FROM ladder_deltas d, LATERAL (VALUES (d.left_points, -1), (d.entered_points, 1)) AS m (points, players)
 WHERE m.points IS NOT NULL;

COMMENT ON VIEW ladder_moves IS
  'What adds up to how many ranked players stand at each whole rating now: ladder_points and ladder_deltas. Shard: ladder.';
COMMENT ON COLUMN ladder_moves.ladder IS 'as in ratings';
COMMENT ON COLUMN ladder_moves.points IS 'as in ladder_points; some several times';
COMMENT ON COLUMN ladder_moves.players IS 'how many there are, or came, or, negative, left';

CREATE VIEW ladder_standings AS
SELECT ladder, points, players, sum(players) OVER (PARTITION BY ladder ORDER BY points DESC) - players AS above
  FROM (SELECT ladder, points, sum(players)::integer AS players FROM ladder_moves GROUP BY ladder, points) AS sums;

COMMENT ON VIEW ladder_standings IS 'How many ranked players stand at each whole rating now, and how many above it. Shard: ladder.';
COMMENT ON COLUMN ladder_standings.ladder IS 'as in ratings';
COMMENT ON COLUMN ladder_standings.points IS 'as in ladder_points; each once';
COMMENT ON COLUMN ladder_standings.players IS 'ranked ones at these points; zero where there only were some';
COMMENT ON COLUMN ladder_standings.above IS 'ranked ones at more points; the rank of those at these is one more';
