-- name: list_kept_challenges
-- parameters: $1 player, $2 and $3 updated_at and id after which the page begins, $4 limit
-- rows: all that are kept, to or by the player, those that have ended too, latest change first: the columns of a challenge in the
--   order of enum challenge_column
-- fan-out: a player's challenges lie anywhere; each shard gives at most a page from each of the
--   indexes challenges_target and challenges_maker
-- After them, of an open one, what the function meeting tells of its maker and its target, by a few rows of each one's shard;
-- else nulls.
SELECT @challenge_columns@, @meeting_columns@
  FROM (SELECT *
          FROM ((SELECT * FROM challenges
                  WHERE target = $1 AND maker <> $1 AND (updated_at, id) < ($2, $3)
                  ORDER BY updated_at DESC, id DESC LIMIT $4)
                UNION ALL
                (SELECT * FROM challenges
                  WHERE maker = $1 AND (updated_at, id) < ($2, $3)
                  ORDER BY updated_at DESC, id DESC LIMIT $4)) AS arms
         ORDER BY updated_at DESC, id DESC
         LIMIT $4) AS page
  LEFT JOIN LATERAL meeting(CASE WHEN status = 'open' THEN maker END, coalesce(target, $1)) ON true
 ORDER BY updated_at DESC, id DESC
