-- name: withdraw_rematches
-- parameters: $1 player, $2 who holds the player's seats from now on, who may be the same
-- rows: one for each offer of a rematch that was taken back: true; the game's id, and its players or nulls
-- fan-out: a player's games lie anywhere; each shard finds its own by games_black and games_white
-- What goes to that other player takes its offers along; see rename_seats.
WITH changed AS (
  UPDATE games
     SET rematch_by = NULL,
         rematch_withdrawn = CASE WHEN coalesce(rematch_withdrawn, rematch_by) = rematch_by THEN rematch_by
                                  ELSE 'both' END,
         version = version + 1
   WHERE (black_player = $1 AND rematch_by = 'black' AND ($2 = $1 OR white_player = $2))
      OR (white_player = $1 AND rematch_by = 'white' AND ($2 = $1 OR black_player = $2))
  RETURNING id, black_player, white_player
)
SELECT true, id, black_player, white_player FROM changed
