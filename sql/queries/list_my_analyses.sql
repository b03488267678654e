-- name: list_my_analyses
-- parameters: $1 player, $2 limit
-- rows: one: a JSON array of the latest analyses that the player asked for
-- fan-out: a player's analyses lie anywhere; each shard finds its own by studies_caller
-- What ended long ago has been deleted. What was found is to be had from each by its id.
SELECT coalesce(json_agg(json_build_object(
         'id', id, 'status', status, 'positions', positions, 'steps', steps, 'done', step, 'nodes', nodes,
         'nodes_max', nodes_max, 'depth_max', depth_max,
         'created_at', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         'updated_at', to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
         ORDER BY created_at, id), '[]')::text
  FROM (SELECT * FROM studies
         WHERE caller = $1 AND has_token AND strength = 'own'
         ORDER BY created_at DESC, id DESC LIMIT $2) AS latest
