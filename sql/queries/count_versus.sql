-- name: count_versus
-- parameters: $1 player, $2 other player
-- rows: one: finished games of the two: won, drawn and lost by the first; the same of the rated ones.
--   Nobody has played with oneself: in a local game both seats are one player's.
-- fan-out: their games lie anywhere; each shard counts its own, in the index games_versus
SELECT count(*) FILTER (WHERE winner = mine), count(*) FILTER (WHERE winner = 'draw'),
       count(*) FILTER (WHERE winner NOT IN (mine, 'draw')),
       count(*) FILTER (WHERE winner = mine AND was_rated),
       count(*) FILTER (WHERE winner = 'draw' AND was_rated),
       count(*) FILTER (WHERE winner NOT IN (mine, 'draw') AND was_rated)
  FROM (SELECT winner, 'black' AS mine, black_rated_to IS NOT NULL AS was_rated
          FROM games
         WHERE black_player = $1 AND white_player = $2 AND $1 <> $2 AND idle_since IS NOT NULL
           AND status = 'finished'
        UNION ALL
        SELECT winner, 'white', black_rated_to IS NOT NULL
          FROM games
         WHERE black_player = $2 AND white_player = $1 AND $1 <> $2 AND idle_since IS NOT NULL
           AND status = 'finished') AS played
