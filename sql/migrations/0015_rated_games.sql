-- The rated games that somebody is playing, which each call of the engine looks at, among many games; and the score of two people from
-- an index alone.

CREATE INDEX games_rated_black ON games (black_player) WHERE rated AND idle_since IS NULL;
CREATE INDEX games_rated_white ON games (white_player) WHERE rated AND idle_since IS NULL;
COMMENT ON INDEX games_rated_black IS 'the rated games that a player is playing as black';
COMMENT ON INDEX games_rated_white IS 'the same as white';

DROP INDEX games_versus;
CREATE INDEX games_versus ON games (black_player, white_player) INCLUDE (status, winner, black_rated_to)
  WHERE idle_since IS NOT NULL AND black_player IS NOT NULL AND white_player IS NOT NULL;
COMMENT ON INDEX games_versus IS 'what two people have played, with all that their score needs';
