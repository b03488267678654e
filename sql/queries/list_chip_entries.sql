-- name: list_chip_entries
-- parameters: $1 player, $2 seq before which the page begins, $3 limit
-- rows: latest first: seq, kind, amount, aside, balance, game_id, entered_at
-- shard: player_id
SELECT seq, kind, amount, aside, balance, game_id, entered_at
  FROM chip_entries
 WHERE player_id = $1 AND seq < $2
 ORDER BY seq DESC
 LIMIT $3
