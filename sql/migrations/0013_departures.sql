-- Erased players are no longer named in other players' lists.

CREATE INDEX blocks_blocked ON blocks (blocked_id);
COMMENT ON INDEX blocks_blocked IS 'who has blocked a player, for when that one is erased';
