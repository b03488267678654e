-- name: count_open_challenges
-- parameters: $1 maker, $2 target, or null
-- rows: one: how many open ones the player has made, how many of these to the target
-- fan-out: a player's challenges lie anywhere; each shard counts by the index challenges_maker
SELECT count(*), count(*) FILTER (WHERE target = $2)
  FROM challenges
 WHERE maker = $1 AND status = 'open' AND expires_at > now()
