-- name: get_seek
-- parameters: $1 seek
-- rows: none or one: the columns of a seek in the order of enum seek_column, now
-- shard: seek_id
SELECT id, player, player_name, guest, created_at, opening, visibility, clock, clock_amount,
       on_timeout, wins_needed, rated, staked, color, seed, rating, rating_min, rating_max,
       fingerprint, version, status, game_id, withdrawn_reason, updated_at, alive_until, now()
  FROM seeks
 WHERE id = $1
