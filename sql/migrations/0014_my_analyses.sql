-- Everybody's own analyses are found, to be handed out with all else that is kept of a player.

CREATE INDEX studies_caller ON studies (caller) WHERE has_token AND strength = 'own';
COMMENT ON INDEX studies_caller IS 'the analyses that a player asked for';
