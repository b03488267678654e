-- name: list_players
-- parameters: $1 ids
-- rows: those of them that exist and are not erased: id, kind, name, created_at; no order
-- fan-out: a page of ids names its shards
SELECT id, kind, name, created_at
  FROM players
 WHERE id = ANY ($1) AND kind <> 'erased'
