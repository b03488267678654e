-- Seeks are paired by what they would become, which anybody is shown, not by what was wished for: one that asks for a rated game and cannot have
-- it, for its clock or since its player is a guest, is as one that does not ask for it.

DROP INDEX seeks_pool;
CREATE INDEX seeks_pool ON seeks
  (opening, clock, clock_amount, on_timeout, wins_needed,
   (rated AND NOT guest AND opening = 'standard' AND clock <> 'none' AND on_timeout = 'forfeit'), created_at, id)
  WHERE status = 'open';
COMMENT ON INDEX seeks_pool IS 'seeks on the same terms, longest waiting first';
