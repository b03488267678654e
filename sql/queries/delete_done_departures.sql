-- name: delete_done_departures
-- parameters: $1 time before which they were done, $2 limit
-- rows: one: how many departures were deleted
-- fan-out: departures of everybody; each shard gives the head of the index departures_done. Whether a player has games is
--   asked of every shard of games, by index; all else lies in the player's shard.
-- The player goes as well unless games, ratings or chips are his: what others have noted of him, a block or an ended
-- challenge, says by itself what he is called.
WITH done AS (
  DELETE FROM departures
   WHERE done_at IS NOT NULL
     AND (done_at, player_id) <=
         (SELECT done_at, player_id
            FROM (SELECT done_at, player_id FROM departures
                   WHERE done_at IS NOT NULL AND done_at < $1
                   ORDER BY done_at, player_id LIMIT $2) AS head
           ORDER BY done_at DESC, player_id DESC LIMIT 1)
  RETURNING player_id
), gone AS (
  DELETE FROM players p
   WHERE p.kind = 'erased'
     AND p.id = ANY (ARRAY(SELECT player_id FROM done))
     AND NOT EXISTS (SELECT FROM games WHERE black_player = p.id)
     AND NOT EXISTS (SELECT FROM games WHERE white_player = p.id)
     AND NOT EXISTS (SELECT FROM ratings WHERE player_id = p.id)
     AND NOT EXISTS (SELECT FROM chips WHERE player_id = p.id)
  RETURNING p.id
), gone_tokens AS (
  DELETE FROM tokens WHERE player_id = ANY (ARRAY(SELECT id FROM gone))
), gone_sessions AS (
  DELETE FROM sessions WHERE player_id = ANY (ARRAY(SELECT id FROM gone))
), gone_blocks AS (
  DELETE FROM blocks WHERE player_id = ANY (ARRAY(SELECT id FROM gone))
), gone_seekers AS (
  DELETE FROM seekers WHERE player_id = ANY (ARRAY(SELECT id FROM gone))
)
SELECT count(*) FROM done
