-- Why seeks were withdrawn, and which of them are for chips: a job ends those that can no longer be paid for.

ALTER TABLE seeks
  ADD COLUMN withdrawn_reason text
    CHECK (withdrawn_reason IN ('by-player', 'other-seek-paired', 'chips-short', 'account-deleted')),
  ADD CONSTRAINT seeks_withdrawn_reason CHECK
    (withdrawn_reason IS NULL OR status = 'withdrawn');
COMMENT ON COLUMN seeks.withdrawn_reason IS
  'why it was withdrawn; null unless it was, or where nobody has noted it';

CREATE INDEX seeks_staked ON seeks (id) WHERE status = 'open' AND staked;
COMMENT ON INDEX seeks_staked IS 'seeks that must be paid for, to find those whose players no longer can';
