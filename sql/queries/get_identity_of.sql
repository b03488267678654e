-- name: get_identity_of
-- parameters: $1 player
-- rows: none or one: provider, subject, or nulls
-- shard: player_id
SELECT provider, subject FROM players WHERE id = $1
