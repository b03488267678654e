-- Offers that end without being accepted: each side makes one draw offer between two of its moves, and one
-- offer of a rematch. And time for whoever is away when a game begins that they had asked for long before.

ALTER TABLE games
  -- settled when the game is created
  ADD COLUMN awaited text
    CHECK (awaited IN ('black', 'white')),
  ADD COLUMN awaited_until timestamptz,

  -- changed by commands
  ADD COLUMN draw_spent text
    CHECK (draw_spent IN ('black', 'white', 'both')),
  ADD COLUMN rematch_withdrawn text
    CHECK (rematch_withdrawn IN ('black', 'white', 'both')),
  ADD COLUMN rematch_declined text
    CHECK (rematch_declined IN ('black', 'white', 'both')),

  ADD CONSTRAINT games_awaited CHECK
    ((awaited IS NULL) = (awaited_until IS NULL) AND (awaited IS NULL OR clock = 'per_move')),
  DROP CONSTRAINT games_rematch,
  ADD CONSTRAINT games_rematch CHECK
    ((rematch_first IS NULL) = (coalesce(rematch_by, rematch_withdrawn, rematch_declined) IS NULL)
     AND (rematch_first IS NULL OR status <> 'live'));

COMMENT ON COLUMN games.awaited IS
  'who may be away, since they had asked for the game long before somebody else began it';
COMMENT ON COLUMN games.awaited_until IS 'the first turn of that seat does not end before';
COMMENT ON COLUMN games.draw_spent IS 'who has offered a draw since their last move, whatever became of it';
COMMENT ON COLUMN games.rematch_first IS 'whose offer of a rematch the latest is, also where it stands no more';
COMMENT ON COLUMN games.rematch_withdrawn IS 'whose offer of a rematch was taken back';
COMMENT ON COLUMN games.rematch_declined IS 'whose offer of a rematch the other side declined';
