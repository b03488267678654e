-- name: end_access
-- parameters: $1 player, who is erased
-- rows: one: how many tokens and sessions were deleted
-- shard: player_id
-- Those that a request made which had begun before the player was erased: none of them opens anything.
WITH ended_tokens AS (
  DELETE FROM tokens WHERE player_id = $1 RETURNING 1
), ended_sessions AS (
  DELETE FROM sessions WHERE player_id = $1 RETURNING 1
)
SELECT (SELECT count(*) FROM ended_tokens) + (SELECT count(*) FROM ended_sessions)
