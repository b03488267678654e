-- name: get_challenge_by_code
-- parameters: $1 code, $2 who asks, or the nil UUID
-- rows: none or one: the columns of a challenge in the order of enum challenge_column, now, and of an
--   open one what the function meeting tells of its maker and its target, or who asks; else nulls
-- fan-out: two steps of one row each: the code's shard tells the challenge's; and a few of its players' by primary key
SELECT @challenge_columns@, now(), @meeting_columns@
  FROM challenges
  LEFT JOIN LATERAL meeting(CASE WHEN status = 'open' THEN maker END, coalesce(target, $2)) ON true
 WHERE id = (SELECT challenge_id FROM invitation_codes WHERE code = $1)
