-- name: list_challenges_changed
-- parameters: $1 player, $2 time, $3 limit
-- rows: latest change first: those to or by the player that changed, or expired, at or after the time:
--   the columns of a challenge in the order of enum challenge_column. Made by somebody whom the player
--   has blocked: left out.
-- fan-out: a player's challenges lie anywhere; each shard gives at most a page from each of the
--   indexes challenges_target, challenges_maker, challenges_target_expiring and
--   challenges_maker_expiring. The player's blocks are one shard's rows.
-- After them, of an open one, what the function meeting tells of its maker and its target, by a few rows of each one's shard;
-- else nulls.
SELECT @challenge_columns@, @meeting_columns@
  FROM (SELECT *
          FROM ((SELECT * FROM challenges
                  WHERE target = $1 AND updated_at >= $2
                    AND NOT EXISTS (SELECT FROM blocks WHERE player_id = $1 AND blocked_id = maker)
                  ORDER BY updated_at DESC, id DESC LIMIT $3)
                UNION ALL
                (SELECT * FROM challenges
                  WHERE target = $1 AND status = 'open' AND expires_at BETWEEN $2 AND now()
                    AND updated_at < $2
                    AND NOT EXISTS (SELECT FROM blocks WHERE player_id = $1 AND blocked_id = maker)
                  ORDER BY expires_at DESC LIMIT $3)
                UNION ALL
                (SELECT * FROM challenges
                  WHERE maker = $1 AND updated_at >= $2
                  ORDER BY updated_at DESC, id DESC LIMIT $3)
                UNION ALL
                (SELECT * FROM challenges
                  WHERE maker = $1 AND status = 'open' AND expires_at BETWEEN $2 AND now()
                    AND updated_at < $2
                  ORDER BY expires_at DESC LIMIT $3)) AS arms
         ORDER BY updated_at DESC, id DESC
         LIMIT $3) AS page
  LEFT JOIN LATERAL meeting(CASE WHEN status = 'open' THEN maker END, coalesce(target, $1)) ON true
 ORDER BY updated_at DESC, id DESC
