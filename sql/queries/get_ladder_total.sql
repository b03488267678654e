-- name: get_ladder_total
-- parameters: $1 ladder
-- rows: one: how many are ranked, now
-- shard: ladder
SELECT ((SELECT coalesce(sum(players::integer), 0) FROM ladder_points WHERE ladder = $1)
        + (SELECT count(entered_points) - count(left_points) FROM ladder_deltas WHERE ladder = $1)),
       now()
