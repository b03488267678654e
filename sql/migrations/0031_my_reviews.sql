-- Reviews that somebody asked for are found as analyses are: to be handed out, and to end or go over with their player.

DROP INDEX studies_caller;
CREATE INDEX studies_caller ON studies (caller, created_at DESC, id DESC) WHERE has_token;
COMMENT ON INDEX studies_caller IS 'the analyses and reviews that a player asked for, latest first';
