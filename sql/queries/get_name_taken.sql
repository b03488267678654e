-- name: get_name_taken
-- parameters: $1 hashes of skeletons, $2 player
-- rows: one: whether somebody else has, or had, a name that looks so
-- fan-out: a name's few keys name as many shards
SELECT EXISTS (SELECT
                 FROM names
                WHERE skeleton = ANY ($1) AND player_id IS DISTINCT FROM $2)
