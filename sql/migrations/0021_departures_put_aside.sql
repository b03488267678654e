-- What of a departure cannot be done is put aside, the longer the more often it could not.

ALTER TABLE departures
  ADD COLUMN failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0);
COMMENT ON COLUMN departures.failures IS
  'how often something of it could not be done';
