-- name: get_challenge
-- parameters: $1 challenge
-- rows: none or one: the columns of a challenge in the order of enum challenge_column, now
-- shard: challenge_id
SELECT id, maker, maker_name, target, target_name, code, created_at, opening, given_position,
       visibility, clock, clock_amount, on_timeout, wins_needed, rated, staked, color, seed, guests,
       metadata, fingerprint, expires_at, version, status, taken_by, decline_reason, updated_at,
       now()
  FROM challenges
 WHERE id = $1
