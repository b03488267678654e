-- name: list_profiles
-- parameters: $1 ids
-- rows: those of them that exist and are not erased, in no order: id, kind, name, created_at; of the ratings, live and
--   correspondence, each, or nulls: rating, games, won, drawn, lost, last_rated_at, ranked, seq
-- fan-out: a page of ids names its shards
SELECT p.id, p.kind, p.name, p.created_at,
       l.rating, l.games, l.won, l.drawn, l.lost, l.last_rated_at, l.ranked, l.seq,
       c.rating, c.games, c.won, c.drawn, c.lost, c.last_rated_at, c.ranked, c.seq
  FROM players p
  LEFT JOIN ratings l ON l.player_id = p.id AND l.ladder = 'live'
  LEFT JOIN ratings c ON c.player_id = p.id AND c.ladder = 'correspondence'
 WHERE p.id = ANY ($1) AND p.kind <> 'erased'
