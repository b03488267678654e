-- name: add_session
-- parameters: $1 player, $2 session, $3 created_at, $4 expires_at, $5 hash of the refresh token, $6 hash of the access
--   token, $7 its expires_at, $8 how many sessions the player may have
-- rows: one; fails with division by zero where the player is not signed in
-- shard: player_id
-- Within a transaction that has locked the player, so that none are added meanwhile. Those that were refreshed least lately
-- end, with their access tokens, to make room.
WITH ended AS (
  DELETE FROM sessions
   WHERE player_id = $1
     AND id IN (SELECT id FROM sessions WHERE player_id = $1
                 ORDER BY refreshed_at DESC, id DESC OFFSET $8::bigint - 1)
  RETURNING id
), ended_access AS (
  DELETE FROM tokens WHERE player_id = $1 AND session_id IN (SELECT id FROM ended)
), session AS (
  INSERT INTO sessions (player_id, id, created_at, refreshed_at, expires_at, refresh_hash)
  SELECT id, $2, $3, $3, $4, $5 FROM players WHERE id = $1 AND kind = 'signed-in'
  RETURNING player_id, id
), token AS (
  INSERT INTO tokens (player_id, hash, created_at, expires_at, kind, session_id)
  SELECT player_id, $6, $3, $7, 'access', id FROM session
)
SELECT 1 / count(*) FROM session
