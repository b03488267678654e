-- name: list_sessions
-- parameters: $1 player, $2 limit
-- rows: one: a JSON array of what is kept of the player's sessions, and guests' and access tokens, the latest of each, without
--   what opens them: schema Access. Personal tokens have a list of their own.
-- shard: player_id
SELECT coalesce(json_agg(each ORDER BY each->>'created_at'), '[]')::text
  FROM (SELECT json_build_object('kind', 'session',
                 'created_at', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                 'refreshed_at', to_char(refreshed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                 'expires_at', to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS each
          FROM (SELECT * FROM sessions WHERE player_id = $1
                 ORDER BY created_at DESC LIMIT $2) AS latest_sessions
        UNION ALL
        SELECT json_build_object('kind', kind,
                 'created_at', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                 'refreshed_at', NULL,
                 'expires_at', to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          FROM (SELECT * FROM tokens WHERE player_id = $1 AND kind <> 'personal'
                 ORDER BY created_at DESC LIMIT $2) AS latest_tokens) AS all_of_them
