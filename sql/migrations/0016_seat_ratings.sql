-- Every game tells how strong those of its players are who have accounts, not only a rated one.
--
-- The rows that are there need not be looked at: the constraint that goes allowed less.

ALTER TABLE games
  DROP CONSTRAINT games_rating,
  ADD CONSTRAINT games_rating CHECK
    ((NOT rated OR num_nulls(black_rating, white_rating) = 0)
     AND (black_rating IS NULL OR black_kind = 'human')
     AND (white_rating IS NULL OR white_kind = 'human')) NOT VALID;

COMMENT ON COLUMN games.black_rating IS
  'in thousandths, when the game began, on the ladder of its clock; null: of the AI, and of a guest';
