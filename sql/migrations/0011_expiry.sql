-- What expired lately is found by its time: open rows alone, so the indexes stay as small as what is open.

CREATE INDEX challenges_maker_expiring ON challenges (maker, expires_at)
  WHERE status = 'open';
CREATE INDEX challenges_target_expiring ON challenges (target, expires_at)
  WHERE status = 'open' AND target IS NOT NULL;
CREATE INDEX seeks_player_alive ON seeks (player, alive_until)
  WHERE status = 'open';
COMMENT ON INDEX challenges_maker_expiring IS 'what a player has made and nobody answered in time';
COMMENT ON INDEX challenges_target_expiring IS 'what a player was challenged to and has not answered in time';
COMMENT ON INDEX seeks_player_alive IS 'seeks of a player that nobody asked for any more';
