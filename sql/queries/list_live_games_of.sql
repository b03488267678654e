-- name: list_live_games_of
-- parameters: $1 player, $2 game after which the page begins, $3 limit
-- rows: the player's live games, ascending by id: the columns of a game in the order of enum game_column
-- fan-out: a player's games lie anywhere; each shard gives at most a page. Its ids are found in the indexes
--   games_black and games_white, where the live ones come first, and sorted.
SELECT @game_columns@
  FROM games
 WHERE id IN ((SELECT id FROM games
                WHERE black_player = $1 AND idle_since IS NULL AND id > $2 ORDER BY id LIMIT $3)
              UNION
              (SELECT id FROM games
                WHERE white_player = $1 AND idle_since IS NULL AND id > $2 ORDER BY id LIMIT $3)
              ORDER BY id LIMIT $3)
 ORDER BY id
