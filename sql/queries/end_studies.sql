-- name: end_studies
-- parameters: $1 player who is erased, $2 limit
-- rows: one for each analysis that was deleted, and each review of the player's asking that is not done: id, strength
-- fan-out: a player's studies lie anywhere; each shard finds its own by studies_caller
-- A review that is done is its game's, like the moves, and stays for whoever may see that.
DELETE FROM studies
 WHERE (id, strength) IN
       (SELECT id, strength FROM studies
         WHERE caller = $1 AND has_token AND (strength = 'own' OR status <> 'done')
         LIMIT $2)
RETURNING id, strength
