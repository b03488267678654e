-- name: list_rated_moves
-- parameters: $1 player, $2 limit
-- rows: id, moves of the player's rated games that are being played; no order
-- fan-out: a player's games lie anywhere; each shard looks at the live ones by the indexes
--   games_rated_black and games_rated_white
SELECT id, moves
  FROM ((SELECT id, moves FROM games
          WHERE black_player = $1 AND idle_since IS NULL AND rated LIMIT $2)
        UNION ALL
        (SELECT id, moves FROM games
          WHERE white_player = $1 AND idle_since IS NULL AND rated LIMIT $2)) AS arms
 LIMIT $2
