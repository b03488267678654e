-- name: erase_player
-- parameters: $1 player, $2 name that was read, $3 name from now on, $4 successor or null
-- rows: one: 1, created_at of the departure; fails with division by zero where the player has another name now, or is gone
--   already
-- shard: player_id
-- The tokens end with it. What the player left elsewhere is the business of a job, which finds the departure.
WITH erased AS (
  UPDATE players
     SET kind = 'erased', name = $3, provider = NULL, subject = NULL, settings = '{}'
   WHERE id = $1 AND name = $2 AND kind <> 'erased'
  RETURNING id
), ended_tokens AS (
  DELETE FROM tokens WHERE player_id IN (SELECT id FROM erased)
), ended_sessions AS (
  DELETE FROM sessions WHERE player_id IN (SELECT id FROM erased)
), departed AS (
  INSERT INTO departures (player_id, successor, created_at, lease_until)
  SELECT id, $4, now(), now() FROM erased
)
SELECT 1 / count(*), now() FROM erased
