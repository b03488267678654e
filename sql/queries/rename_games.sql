-- name: rename_games
-- parameters: $1 player, $2 name from now on, $3 limit, $4 time at or after which they were created
-- rows: one: how many live games were changed
-- fan-out: a player's games lie anywhere; each shard finds its live ones by games_black and games_white
-- Within a transaction. Those that others play come first, then what changed last. Where the AI is at its turn the version stays,
-- so that its move is not dropped, which raises it; no move writes a name. Nobody has claimed a turn that waits (postpone_ai_turn).
WITH held AS (
  SELECT id
    FROM ((SELECT id, updated_at, white_player IS NOT NULL AND white_player <> $1 AS meets FROM games
            WHERE black_player = $1 AND idle_since IS NULL AND black_name <> $2 AND created_at >= $4)
          UNION ALL
          (SELECT id, updated_at, black_player IS NOT NULL FROM games
            WHERE white_player = $1 AND idle_since IS NULL AND white_name <> $2
              AND black_player IS DISTINCT FROM $1 AND created_at >= $4)) AS arms
   ORDER BY meets DESC, updated_at DESC
   LIMIT $3
), locked AS (
  SELECT id FROM games
   WHERE id IN (SELECT id FROM held) AND idle_since IS NULL
   ORDER BY id
     FOR NO KEY UPDATE
), changed AS (
  UPDATE games
     SET black_name = CASE WHEN black_player = $1 THEN $2 ELSE black_name END,
         white_name = CASE WHEN white_player = $1 THEN $2 ELSE white_name END,
         version = CASE WHEN ai_attempt = 0 THEN version + 1 ELSE version END,
         updated_at = CASE WHEN ai_attempt = 0 THEN greatest(updated_at, date_trunc('milliseconds', now())) ELSE updated_at END
   WHERE id IN (SELECT id FROM locked)
  RETURNING 1
)
SELECT count(*) FROM changed
