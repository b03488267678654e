-- name: wake_ai_turns
-- parameters: $1 and $2 players, $3 milliseconds that a turn is postponed for at most (one that is put away for longer
--   is left), $4 limit
-- rows: none; the count tells how many turns of the AI that were postponed are due now
-- fan-out: a player's games lie anywhere; each shard finds its live ones by games_black and games_white
-- A game that somebody else is changing is left out: nobody waits for it, and no two such statements for each other.
WITH held AS (
  SELECT id FROM games
   WHERE black_player IN ($1, $2) AND idle_since IS NULL AND ai_attempt = 0 AND ai_lease_until > now()
  UNION ALL
  SELECT id FROM games
   WHERE white_player IN ($1, $2) AND idle_since IS NULL AND ai_attempt = 0 AND ai_lease_until > now()
), waiting AS (
  SELECT id FROM games
   WHERE id IN (SELECT id FROM held)
     AND ai_attempt = 0 AND ai_lease_until > now()
     AND ai_lease_until <= now() + $3::bigint * interval '1 millisecond'
   LIMIT $4
     FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE games
   SET ai_lease_until = date_trunc('milliseconds', now())
 WHERE id IN (SELECT id FROM waiting)
