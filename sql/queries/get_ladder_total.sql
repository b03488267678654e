-- name: get_ladder_total
-- parameters: $1 ladder
-- rows: one: how many are ranked, now
-- shard: ladder
SELECT coalesce(sum(players), 0), now()
  FROM ladder_moves
 WHERE ladder = $1
