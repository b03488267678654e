-- Whose a name is says its row alone: what made the keys of the names that are kept need not be what makes keys today.

CREATE INDEX names_player ON names (player_id) WHERE player_id IS NOT NULL;
COMMENT ON INDEX names_player IS 'what a player is called, to give it back or to retire it';
