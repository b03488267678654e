-- What anybody may see of a player's games, which may be few among many that are unlisted.

CREATE INDEX games_public_black ON games (black_player, idle_since DESC, id DESC)
  WHERE visibility = 'public' AND black_player IS NOT NULL;
CREATE INDEX games_public_white ON games (white_player, idle_since DESC, id DESC)
  WHERE visibility = 'public' AND white_player IS NOT NULL;
COMMENT ON INDEX games_public_black IS 'a player''s public games as black: the live ones first, then by latest change';
COMMENT ON INDEX games_public_white IS 'the same as white';
