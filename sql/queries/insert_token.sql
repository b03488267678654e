-- name: insert_token
-- parameters: $1 player, $2 hash of the token, $3 created_at, $4 expires_at, $5 id, $6 label, $7 scopes, $8 how many a player
--   may have
-- rows: one: how many were made, 0 where so many have not expired
-- shard: player_id
WITH made AS (
  INSERT INTO tokens (player_id, hash, created_at, expires_at, kind, id, label, scopes)
  SELECT $1, $2, $3, $4, 'personal', $5, $6, $7
   WHERE (SELECT count(*) FROM tokens WHERE player_id = $1 AND kind = 'personal' AND expires_at > now()) < $8
  RETURNING 1
)
SELECT count(*) FROM made
