-- name: get_challenge_by_code
-- parameters: $1 code
-- rows: none or one: the columns of a challenge in the order of enum challenge_column, now
-- fan-out: two steps of one row each: the code's shard tells the challenge's
SELECT @challenge_columns@, now()
  FROM challenges
 WHERE id = (SELECT challenge_id FROM invitation_codes WHERE code = $1)
