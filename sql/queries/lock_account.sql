-- name: lock_account
-- parameters: $1 player
-- rows: one; fails with division by zero where the player is not signed in
-- shard: player_id
-- What is counted after it, in the same transaction, nobody else who locks it adds to.
SELECT 1 / count(*)
  FROM (SELECT FROM players WHERE id = $1 AND kind = 'signed-in' FOR NO KEY UPDATE) AS locked
