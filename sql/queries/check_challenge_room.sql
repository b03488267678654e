-- name: check_challenge_room
-- parameters: $1 maker, $2 target, or null, $3 how many open ones a player may have made, $4 how many of these to one
-- rows: one; fails with division by zero where so many are open
-- fan-out: a player's challenges lie anywhere; each shard counts by the index challenges_maker
-- Within a transaction that has locked what the maker has open, so that none are made meanwhile.
SELECT 1 / (count(*) < $3::bigint AND count(*) FILTER (WHERE target = $2) < $4::bigint)::integer
  FROM challenges
 WHERE maker = $1 AND status = 'open' AND expires_at > now()
