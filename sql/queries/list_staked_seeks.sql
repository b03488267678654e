-- name: list_staked_seeks
-- parameters: $1 seek, $2 limit
-- rows: open seeks for chips after that one, ascending by id: the columns of a seek in the order of
--   enum seek_column
-- fan-out: seeks of everybody; each shard gives at most a page from the index seeks_staked
SELECT id, player, player_name, guest, created_at, opening, visibility, clock, clock_amount,
       on_timeout, wins_needed, rated, staked, color, seed, rating, rating_min, rating_max,
       fingerprint, version, status, game_id, withdrawn_reason, updated_at, alive_until
  FROM seeks
 WHERE status = 'open' AND staked AND alive_until > now() AND id > $1
 ORDER BY id
 LIMIT $2
