-- Loads players with ratings on the ladder `live`: for tests and measurements, into a database without any.
--
--   psql -v count=10000 -f tests/load/players.sql URL      as the schema's owner
--
-- Ratings are spread like a bell around 1,300; nineteen of twenty players are ranked, one has played too little
-- or too long ago. Each of the others has a change of the rating within the last thirty days, the best of every thousand have
-- all of their games. Rows are written in the order of their keys, and further indexes are made afterwards, as for any load of millions.
\set ON_ERROR_STOP on
BEGIN;
SET LOCAL synchronous_commit = off;
SET LOCAL work_mem = '256MB';
SET LOCAL maintenance_work_mem = '512MB';
SELECT setseed(0.5) \g /dev/null

CREATE TEMPORARY TABLE further ON COMMIT DROP AS
SELECT indexname, indexdef FROM pg_indexes
 WHERE schemaname = current_schema() AND tablename IN ('ratings', 'rating_changes')
   AND indexname NOT IN (SELECT conname FROM pg_constraint);
DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT indexname FROM further LOOP EXECUTE format('DROP INDEX %I', name); END LOOP;
END $$;

INSERT INTO players (id, kind, name, created_at, provider, subject)
SELECT id, 'signed-in', 'Player ' || n, now() - interval '400 days', 'google', 'load-' || n
  FROM (SELECT n, md5('player ' || n)::uuid AS id FROM generate_series(1, :count) AS n ORDER BY id) AS ordered;

INSERT INTO ratings (player_id, ladder, rating, games, won, drawn, lost, last_rated_at, ranked, seq)
SELECT id, 'live', greatest(100000, rating), games, won, 1, games - won - 1, last, last_days < 90 AND games >= 10, games
  FROM (SELECT id, games, last_days,
               (1300000 + 500000 * (random() + random() + random() + random() - 2))::integer AS rating,
               (games - 1) / 2 AS won, date_trunc('milliseconds', now() - last_days * interval '1 day') AS last
          FROM (SELECT id, CASE n % 40 WHEN 0 THEN 3 ELSE 10 + (random() * 90)::integer END AS games,
                       CASE n % 40 WHEN 1 THEN 95 + random() * 100 ELSE random() * 29 END AS last_days
                  FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM players WHERE subject LIKE 'load-%') AS loaded)
               AS drawn) AS spread
 ORDER BY id;

INSERT INTO rating_changes (player_id, ladder, seq, game_id, opponent_id, result, rating_before, rating_after, rated_at)
SELECT player_id, ladder, seq, md5('game ' || player_id)::uuid, md5('other ' || player_id)::uuid, 'won',
       greatest(100000, rating - 9000), rating, last_rated_at
  FROM ratings WHERE last_rated_at > now() - interval '90 days'
 ORDER BY player_id;

INSERT INTO rating_changes (player_id, ladder, seq, game_id, opponent_id, result, rating_before, rating_after, rated_at)
SELECT player_id, ladder, earlier, md5('game ' || earlier || player_id)::uuid, md5('other ' || player_id)::uuid, 'won',
       rating - 9000, rating - 9000, last_rated_at - (seq - earlier) * interval '15 minutes'
  FROM (SELECT * FROM ratings WHERE ranked ORDER BY rating DESC LIMIT :count / 1000) AS best, generate_series(1, seq - 1) AS earlier
 ORDER BY player_id;

INSERT INTO ladder_points (ladder, points, players)
SELECT ladder, (rating + 500) / 1000, count(*) FROM ratings WHERE ranked GROUP BY 1, 2;

DO $$ DECLARE definition text; BEGIN
  FOR definition IN SELECT indexdef FROM further LOOP EXECUTE definition; END LOOP;
END $$;
COMMIT;
VACUUM ANALYZE players, ratings, rating_changes, ladder_points, ladder_deltas;
