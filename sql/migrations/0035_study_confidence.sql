-- What a search to the end of the game took shallow searches' word for is shown as such.
--
-- Of what was found before it is not known: it counts as short of the end, unless it is proved.

ALTER TABLE study_steps
  ADD COLUMN confidence integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT study_steps_confidence CHECK (confidence BETWEEN 0 AND 100) NOT VALID;
COMMENT ON COLUMN study_steps.confidence IS
  'how sure, in percent, a search to the end of the game was; 0: it ended short of that';
