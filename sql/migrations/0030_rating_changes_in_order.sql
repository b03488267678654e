-- A page of a ladder wants the first change of each player within thirty days. Without seq in the index all of them had to be read and sorted for
-- it: hundreds for those who play most.

DROP INDEX rating_changes_rated_at;
CREATE INDEX rating_changes_rated_at ON rating_changes (player_id, ladder, rated_at, seq);
COMMENT ON INDEX rating_changes_rated_at IS 'what a player''s rating was at a time';
