-- name: claim_guest
-- parameters: $1 player, $2 name, $3 provider, $4 subject, $5 seconds after which the guest's tokens end
-- rows: one; fails with division by zero where the player is no guest
-- shard: player_id
WITH claimed AS (
  UPDATE players
     SET kind = 'signed-in', name = $2, provider = $3, subject = $4
   WHERE id = $1 AND kind = 'guest'
  RETURNING 1
), ending AS (
  UPDATE tokens
     SET expires_at = now() + make_interval(secs => $5::integer)
   WHERE player_id = $1 AND kind = 'guest' AND expires_at > now() + make_interval(secs => $5::integer)
     AND EXISTS (SELECT FROM claimed)
)
SELECT 1 / count(*) FROM claimed
