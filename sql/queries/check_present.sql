-- name: check_present
-- parameters: $1 player
-- rows: one; fails with division by zero where the player was erased or deleted
-- shard: player_id
-- Within a transaction, after its writes: whoever is erased from then on waits for its end, so that the job finds what it wrote.
SELECT 1 / count(*)
  FROM (SELECT FROM players WHERE id = $1 AND kind <> 'erased' FOR SHARE) AS present
