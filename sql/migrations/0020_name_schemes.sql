-- What makes the keys of names changes, with our rules and with Unicode's tables. A key says by which it was made, so that
-- names can be found whose keys are to be made anew.

ALTER TABLE names ADD COLUMN scheme int NOT NULL DEFAULT 0;
COMMENT ON COLUMN names.scheme IS 'by which rules the key was made, the higher the newer; 0: the first ones';
COMMENT ON COLUMN names.skeleton IS
  'SHA-256 of what the name looks like, letters that look alike being one; a name has several, as it is written, in small letters and in capitals';
COMMENT ON COLUMN names.folded IS 'the name without case, by which it is searched; on one of its rows, null on the others';

CREATE INDEX names_scheme ON names (scheme) WHERE player_id IS NOT NULL;
COMMENT ON INDEX names_scheme IS 'names whose keys are to be made anew';
