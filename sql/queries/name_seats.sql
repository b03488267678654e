-- name: name_seats
-- parameters: $1 game
-- rows: one where somebody is called otherwise by then than the game says: black's and white's name, which are written into it
-- fan-out: the game's shard, and a row of each of its players' by primary key
-- Within a transaction that holds both players, after the game was added: they get no other name before it is there to take it.
UPDATE games g
   SET black_name = black.name, white_name = white.name
  FROM players black, players white
 WHERE g.id = $1 AND black.id = g.black_player AND white.id = g.white_player
   AND (g.black_name, g.white_name) IS DISTINCT FROM (black.name, white.name)
RETURNING g.black_name, g.white_name
