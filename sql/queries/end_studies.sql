-- name: end_studies
-- parameters: $1 player who is erased, $2 limit
-- rows: one for each analysis that was deleted: id, strength
-- fan-out: a player's studies lie anywhere; each shard finds its own by studies_caller
-- A review is its game's, like the moves, whoever asked for it first: it stays for those who may see that, who may be waiting for it.
DELETE FROM studies
 WHERE (id, strength) IN
       (SELECT id, strength FROM studies
         WHERE caller = $1 AND has_token AND strength = 'own'
         LIMIT $2)
RETURNING id, strength
