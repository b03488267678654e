-- name: renew_names
-- parameters: $1 player, $2 hashes of the skeletons that the player's name has today, $3 folded, $4 scheme
-- rows: one
-- fan-out: a name's few keys name as many shards; what is the player's already is found by names_player
-- Within a transaction that finds the name unchanged. What somebody else has is left to that one, for there may be two names
-- that look alike only since today; and what was kept is kept until the player changes the name.
WITH renewed AS (
  UPDATE names
     SET scheme = $4, folded = CASE WHEN folded IS NOT NULL THEN $3 END
   WHERE player_id = $1 AND scheme < $4
), added AS (
  INSERT INTO names (skeleton, player_id, scheme)
  SELECT skeleton, $1, $4 FROM unnest($2::bytea[]) AS key (skeleton) ORDER BY skeleton
      ON CONFLICT (skeleton) DO NOTHING
)
SELECT 1
