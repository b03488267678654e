-- name: list_seek_candidates
-- parameters: $1 player, $2 opening, $3 clock, $4 clock_amount, $5 on_timeout, $6 wins_needed, $7 whether
--   it would be rated, $8 color, $9 rating, $10 rating_min, $11 rating_max, $12 limit, $13 staked
-- rows: open seeks of others that fit a seek with these, longest waiting first: the columns of a seek
--   in the order of enum seek_column. Blocks either way: left out.
-- fan-out: a seek that fits may lie anywhere; each shard gives at most a page from the index
--   seeks_pool, and looks the blocks up by primary key
SELECT @seek_columns@
  FROM seeks
 WHERE status = 'open' AND opening = $2 AND clock = $3 AND clock_amount = $4 AND on_timeout = $5
   AND wins_needed = $6 AND staked = $13
   AND (rated AND NOT guest AND opening = 'standard' AND clock <> 'none' AND on_timeout = 'forfeit') = $7
   AND alive_until > now() AND player <> $1
   AND (color = 'random' OR color <> $8)
   AND (NOT $7 OR rating BETWEEN $10 AND $11 AND $9 BETWEEN rating_min AND rating_max)
   AND NOT EXISTS (SELECT FROM blocks WHERE player_id = $1 AND blocked_id = player)
   AND NOT EXISTS (SELECT FROM blocks WHERE player_id = player AND blocked_id = $1)
 ORDER BY created_at, id
 LIMIT $12
