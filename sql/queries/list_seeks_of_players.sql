-- name: list_seeks_of_players
-- parameters: $1 array of players
-- rows: their open seeks, ascending by id: the columns of a seek in the order of enum seek_column
-- fan-out: a player's seeks lie anywhere; each shard gives those from the index seeks_player
SELECT @seek_columns@
  FROM seeks
 WHERE player = ANY ($1) AND status = 'open' AND alive_until > now()
 ORDER BY id
