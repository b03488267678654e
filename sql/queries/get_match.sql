-- name: get_match
-- parameters: $1 match
-- rows: none or one: id, created_at, wins_needed, version, status, game_number, first_wins,
--   second_wins, winner, reason, updated_at, now
-- shard: match_id
SELECT id, created_at, wins_needed, version, status, game_number, first_wins, second_wins, winner,
       reason, updated_at, now()
  FROM matches
 WHERE id = $1
