-- name: list_seeks_changed
-- parameters: $1 player, $2 time, $3 limit
-- rows: the player's seeks that changed, or expired, at or after the time, latest change first: the
--   columns of a seek in the order of enum seek_column
-- fan-out: a player's seeks lie anywhere; each shard gives at most a page from each of the indexes
--   seeks_player and seeks_player_alive
SELECT @seek_columns@
  FROM ((SELECT * FROM seeks
          WHERE player = $1 AND updated_at >= $2
          ORDER BY updated_at DESC, id DESC LIMIT $3)
        UNION ALL
        (SELECT * FROM seeks
          WHERE player = $1 AND status = 'open' AND alive_until BETWEEN $2 AND now()
            AND updated_at < $2
          ORDER BY alive_until DESC LIMIT $3)) AS arms
 ORDER BY updated_at DESC, id DESC
 LIMIT $3
