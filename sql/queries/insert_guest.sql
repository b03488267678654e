-- name: insert_guest
-- parameters: $1 player, $2 kind, $3 name, $4 hash of the token, $5 seconds for which it is good
-- rows: one: expires_at of the token
-- shard: player_id
WITH player AS (
  INSERT INTO players (id, kind, name, created_at)
  VALUES ($1, $2, $3, now())
  RETURNING id
)
INSERT INTO tokens (player_id, hash, created_at, expires_at)
SELECT id, $4, now(), now() + make_interval(secs => $5::integer) FROM player
RETURNING expires_at
