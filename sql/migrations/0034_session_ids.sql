-- Players see which sessions they have, and end one by its id.

COMMENT ON COLUMN sessions.id IS 'stands in its refresh tokens, and in the list that its player sees';
