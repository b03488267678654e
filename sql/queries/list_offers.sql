-- name: list_offers
-- parameters: $1 player, $2 limit
-- rows: one: a JSON object of the challenges that the player made or was made, and of the player's seeks: the latest of each
-- fan-out: both lie anywhere; each shard gives as many from the head of challenges_maker, challenges_target and seeks_player
-- Codes of invitations are left out, as all is that opens something.
SELECT json_build_object(
         'challenges', (SELECT coalesce(json_agg(json_build_object(
                         'id', id, 'maker', maker, 'maker_name', maker_name, 'target', target,
                         'target_name', target_name, 'opening', opening, 'position', given_position,
                         'visibility', visibility, 'clock', clock, 'clock_amount', clock_amount,
                         'on_timeout', on_timeout, 'wins_needed', wins_needed, 'rated', rated,
                         'staked', staked, 'color', color, 'status', status, 'decline_reason', decline_reason,
                         'metadata', CASE WHEN maker = $1 THEN metadata::json END,
                         'created_at', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                         'updated_at', to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                         'expires_at', to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                         ORDER BY created_at, id), '[]')
                         FROM ((SELECT * FROM challenges WHERE maker = $1
                                 ORDER BY updated_at DESC, id DESC LIMIT $2)
                               UNION ALL
                               (SELECT * FROM challenges WHERE target = $1 AND maker <> $1
                                 ORDER BY updated_at DESC, id DESC LIMIT $2)) AS latest),
         'seeks', (SELECT coalesce(json_agg(json_build_object(
                         'id', id, 'opening', opening, 'visibility', visibility, 'clock', clock,
                         'clock_amount', clock_amount, 'on_timeout', on_timeout, 'wins_needed', wins_needed,
                         'rated', rated, 'staked', staked, 'color', color, 'rating_min', rating_min,
                         'rating_max', rating_max, 'status', status, 'withdrawn_reason', withdrawn_reason,
                         'game', game_id,
                         'created_at', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                         'updated_at', to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                         ORDER BY created_at, id), '[]')
                         FROM (SELECT * FROM seeks WHERE player = $1
                                ORDER BY updated_at DESC, id DESC LIMIT $2) AS latest))::text
