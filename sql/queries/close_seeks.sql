-- name: close_seeks
-- parameters: $1 player, $2 name from now on
-- rows: one for each that was ended or renamed: whether it was ended now; id
-- fan-out: a player's seeks lie anywhere; each shard finds its own by seeks_player
WITH changed AS (
  UPDATE seeks
     SET player_name = $2, version = 2,
         status = CASE WHEN status = 'open' THEN 'withdrawn' ELSE status END,
         withdrawn_reason = CASE WHEN status = 'open' THEN 'account-deleted' ELSE withdrawn_reason END,
         updated_at = CASE WHEN status = 'open' THEN date_trunc('milliseconds', now()) ELSE updated_at END
   WHERE player = $1 AND (status = 'open' OR player_name <> $2)
  RETURNING id, updated_at = date_trunc('milliseconds', now()) AS ended
)
SELECT ended, id FROM changed
