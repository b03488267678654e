-- name: get_challenge_by_code
-- parameters: $1 code
-- rows: none or one: the columns of a challenge in the order of enum challenge_column, now
-- fan-out: two steps of one row each: the code's shard tells the challenge's
SELECT id, maker, maker_name, target, target_name, code, created_at, opening, given_position,
       visibility, clock, clock_amount, on_timeout, wins_needed, rated, staked, color, seed, guests,
       metadata, fingerprint, expires_at, version, status, taken_by, decline_reason, updated_at,
       now()
  FROM challenges
 WHERE id = (SELECT challenge_id FROM invitation_codes WHERE code = $1)
