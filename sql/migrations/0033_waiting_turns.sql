-- A turn of the AI that was put off is shown in its game: the row says so from then on until the next move.
--
-- Of those that are put off now it is said when they are put off again. No row need be looked at: none waits yet.

ALTER TABLE games
  ADD COLUMN ai_waits boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT games_ai_waits CHECK (NOT ai_waits OR ai_lease_until IS NOT NULL) NOT VALID;
COMMENT ON COLUMN games.ai_waits IS
  'the AI''s turn was put off, since its move would tell what to play in a rated game; false unless it is the AI''s turn';
