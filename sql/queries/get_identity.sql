-- name: get_identity
-- parameters: $1 provider, $2 subject
-- rows: none or one: player_id
-- shard: subject
SELECT player_id
  FROM identities
 WHERE provider = $1 AND subject = $2
