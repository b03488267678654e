-- name: delete_study
-- parameters: $1 id, $2 strength
-- rows: none; the count tells whether there was one
-- shard: id
DELETE FROM studies
 WHERE id = $1 AND strength = $2
