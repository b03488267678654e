-- name: insert_token
-- parameters: $1 player, $2 hash of the token, $3 seconds for which it is good, $4 id, $5 label, $6 scopes, $7 how many a
--   player may have
-- rows: none or one: created_at, expires_at; none where so many have not expired
-- shard: player_id
INSERT INTO tokens (player_id, hash, created_at, expires_at, kind, id, label, scopes)
SELECT $1, $2, now(), now() + make_interval(secs => $3::integer), 'personal', $4, $5, $6
 WHERE (SELECT count(*) FROM tokens WHERE player_id = $1 AND kind = 'personal' AND expires_at > now()) < $7
RETURNING created_at, expires_at
