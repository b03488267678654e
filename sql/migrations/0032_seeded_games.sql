-- A seed that somebody chose makes the AI repeat itself: such a game earns nothing, and neither does what follows it.
--
-- Of the games that are there nobody knows who chose their seeds.

ALTER TABLE games ADD COLUMN seeded boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN games.seeded IS
  'whoever made it, or the first of those that it follows, chose the seed: winning it earns no chips';
