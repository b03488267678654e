-- name: rename_seats
-- parameters: $1 player, $2 who holds the player's seats from now on, $3 under which name, $4 limit, $5 and $6 idle_since and id after
--   which the page of games that are over begins
-- rows: one for each game that was changed: whether it is live; id, and who has the seats from now on, or nulls; idle_since, or null where
--   it is live
-- fan-out: a player's games lie anywhere; each shard finds its own by games_black and games_white, or where they live
-- Live ones, which are few, and then those that are over, latest change first: so many of each at most. What was renamed before is passed
-- over, so a page begins where the one before ended.
-- Where nobody takes over, what the player wrote about its games goes as well.
-- A game against that other player keeps its seats: nobody becomes his own opponent.
WITH held AS (
  (SELECT id FROM games
    WHERE (black_player = $1 OR white_player = $1) AND idle_since IS NULL
      AND ((black_player = $1 AND (black_player, black_name) IS DISTINCT FROM ($2, $3))
           OR (white_player = $1 AND (white_player, white_name) IS DISTINCT FROM ($2, $3))
           OR ($2 = $1 AND creator = $1 AND metadata <> '{}'))
      AND ($2 = $1 OR (black_player IS DISTINCT FROM $2 AND white_player IS DISTINCT FROM $2))
    LIMIT $4)
  UNION ALL
  (SELECT id
     FROM ((SELECT id, idle_since FROM games
             WHERE black_player = $1 AND (idle_since, id) < ($5, $6)
               AND ((black_player, black_name) IS DISTINCT FROM ($2, $3)
                    OR ($2 = $1 AND creator = $1 AND metadata <> '{}'))
               AND ($2 = $1 OR white_player IS DISTINCT FROM $2)
             ORDER BY idle_since DESC, id DESC
             LIMIT $4)
           UNION
           (SELECT id, idle_since FROM games
             WHERE white_player = $1 AND (idle_since, id) < ($5, $6)
               AND ((white_player, white_name) IS DISTINCT FROM ($2, $3)
                    OR ($2 = $1 AND creator = $1 AND metadata <> '{}'))
               AND ($2 = $1 OR black_player IS DISTINCT FROM $2)
             ORDER BY idle_since DESC, id DESC
             LIMIT $4)) AS arms
    ORDER BY idle_since DESC, id DESC
    LIMIT $4)
), changed AS (
  UPDATE games
     SET black_player = CASE WHEN black_player = $1 THEN $2 ELSE black_player END,
         black_name = CASE WHEN black_player = $1 THEN $3 ELSE black_name END,
         white_player = CASE WHEN white_player = $1 THEN $2 ELSE white_player END,
         white_name = CASE WHEN white_player = $1 THEN $3 ELSE white_name END,
         metadata = CASE WHEN creator = $1 AND $2 = $1 THEN '{}' ELSE metadata END,
         creator = CASE WHEN creator = $1 THEN $2 ELSE creator END,
         version = version + 1
   WHERE id IN (SELECT id FROM held)
  RETURNING id, black_player, white_player, status = 'live' AS is_live, idle_since
)
SELECT is_live, id, black_player, white_player, idle_since FROM changed
