-- A page of a ladder wants the first change of each player within thirty days. Without seq in the index all of them had to be read and sorted for
-- it: hundreds for those who play most.

-- In this order, since readers wait from the DROP on.
CREATE INDEX rating_changes_in_order ON rating_changes (player_id, ladder, rated_at, seq);
DROP INDEX rating_changes_rated_at;
ALTER INDEX rating_changes_in_order RENAME TO rating_changes_rated_at;
COMMENT ON INDEX rating_changes_rated_at IS 'what a player''s rating was at a time';
