-- name: list_challenges
-- parameters: $1 player, $2 whether those to the player, $3 those that the player made are wanted,
--   $4 and $5 updated_at and id after which the page begins, $6 limit
-- rows: open ones, latest made first: the columns of a challenge in the order of enum
--   challenge_column. Made by somebody whom the player has blocked: left out.
-- fan-out: a player's challenges lie anywhere; each shard gives at most a page from each of the
--   indexes challenges_target and challenges_maker. The player's blocks are one shard's rows.
-- After them, of an open one, what the function meeting tells of its maker and its target, by a few rows of each one's shard;
-- else nulls.
SELECT @challenge_columns@, @meeting_columns@
  FROM (SELECT *
          FROM ((SELECT * FROM challenges
                  WHERE $2 AND target = $1 AND status = 'open' AND expires_at > now()
                    AND (updated_at, id) < ($4, $5)
                    AND NOT EXISTS (SELECT FROM blocks WHERE player_id = $1 AND blocked_id = maker)
                  ORDER BY updated_at DESC, id DESC LIMIT $6)
                UNION ALL
                (SELECT * FROM challenges
                  WHERE $3 AND maker = $1 AND status = 'open' AND expires_at > now()
                    AND (updated_at, id) < ($4, $5)
                  ORDER BY updated_at DESC, id DESC LIMIT $6)) AS arms
         ORDER BY updated_at DESC, id DESC
         LIMIT $6) AS page
  LEFT JOIN LATERAL meeting(CASE WHEN status = 'open' THEN maker END, coalesce(target, $1)) ON true
 ORDER BY updated_at DESC, id DESC
