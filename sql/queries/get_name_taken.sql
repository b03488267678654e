-- name: get_name_taken
-- parameters: $1 hash of the skeleton, $2 another one, or the same, $3 player
-- rows: one: whether somebody else has, or had, a name that looks so
-- fan-out: two keys name at most two shards
SELECT EXISTS (SELECT
                 FROM names
                WHERE skeleton IN ($1, $2) AND player_id IS DISTINCT FROM $3)
