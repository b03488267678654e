-- name: move_studies
-- parameters: $1 player who is erased, $2 who takes over, $3 limit
-- rows: one for each analysis or review of the player's asking that is that other player's from now on: id, strength
-- fan-out: a player's studies lie anywhere; each shard finds its own by studies_caller
UPDATE studies
   SET caller = $2
 WHERE (id, strength) IN
       (SELECT id, strength FROM studies
         WHERE caller = $1 AND has_token
         LIMIT $3)
RETURNING id, strength
