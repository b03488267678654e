-- Of who left long ago nothing is kept but what others need.

CREATE INDEX departures_done ON departures (done_at) WHERE done_at IS NOT NULL;
COMMENT ON INDEX departures_done IS 'for deleting what was done long ago';
COMMENT ON COLUMN departures.done_at IS 'when nothing was left to do; the row is deleted a while after';
COMMENT ON COLUMN players.kind IS
  'guest: nothing but tokens vouch for the player; signed-in: an identity does as well; erased: nobody is, the row stays while games, ratings or chips are the player''s';
