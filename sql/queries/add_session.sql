-- name: add_session
-- parameters: $1 player, $2 session, $3 created_at, $4 expires_at, $5 hash of the refresh token, $6 hash of the access
--   token, $7 its expires_at
-- rows: one; fails with division by zero where the player is not signed in
-- shard: player_id
WITH session AS (
  INSERT INTO sessions (player_id, id, created_at, refreshed_at, expires_at, refresh_hash)
  SELECT id, $2, $3, $3, $4, $5 FROM players WHERE id = $1 AND kind = 'signed-in'
  RETURNING player_id, id
), token AS (
  INSERT INTO tokens (player_id, hash, created_at, expires_at, kind, session_id)
  SELECT player_id, $6, $3, $7, 'access', id FROM session
)
SELECT 1 / count(*) FROM session
