-- name: rename_seeks
-- parameters: $1 player, $2 name from now on
-- rows: one: how many of the player's open seeks were changed
-- fan-out: a player's seeks lie anywhere; each shard finds its own by seeks_player
-- Within a transaction. Their version tells whether they are open, and stays.
WITH locked AS (
  SELECT id FROM seeks
   WHERE player = $1 AND player_name <> $2 AND status = 'open' AND alive_until > now()
   ORDER BY id
     FOR NO KEY UPDATE
), changed AS (
  UPDATE seeks SET player_name = $2 WHERE id IN (SELECT id FROM locked) RETURNING 1
)
SELECT count(*) FROM changed
