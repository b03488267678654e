-- name: get_challenge
-- parameters: $1 challenge
-- rows: none or one: the columns of a challenge in the order of enum challenge_column, now
-- shard: challenge_id
SELECT @challenge_columns@, now()
  FROM challenges
 WHERE id = $1
