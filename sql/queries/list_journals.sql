-- name: list_journals
-- parameters: $1 player, $2 limit
-- rows: one: a JSON object of the player's ratings, how they came about, and chips with theirs: the latest entries of each
--   journal, in their order
-- shard: player_id
SELECT json_build_object(
         'ratings', (SELECT coalesce(json_agg(json_build_object(
                       'ladder', ladder, 'rating', round(rating / 1000.0, 3), 'games', games, 'won', won,
                       'drawn', drawn, 'lost', lost, 'ranked', ranked) ORDER BY ladder), '[]')
                       FROM ratings WHERE player_id = $1),
         'rating_changes', (SELECT coalesce(json_agg(json_build_object(
                       'ladder', ladder, 'game', game_id, 'opponent', opponent_id, 'result', result,
                       'before', round(rating_before / 1000.0, 3), 'after', round(rating_after / 1000.0, 3),
                       'at', to_char(rated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                       ORDER BY rated_at, seq), '[]')
                       FROM (SELECT * FROM rating_changes WHERE player_id = $1
                              ORDER BY rated_at DESC, seq DESC LIMIT $2) AS latest),
         'chips', (SELECT json_build_object('balance', balance, 'aside', aside)
                     FROM chips WHERE player_id = $1),
         'chip_entries', (SELECT coalesce(json_agg(json_build_object(
                       'kind', kind, 'amount', amount, 'aside', aside, 'balance', balance, 'game', game_id,
                       'at', to_char(entered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                       ORDER BY seq), '[]')
                       FROM (SELECT * FROM chip_entries WHERE player_id = $1
                              ORDER BY seq DESC LIMIT $2) AS latest))::text
