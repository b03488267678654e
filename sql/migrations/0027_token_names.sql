-- What a personal token is called has as many characters in every alphabet.
--
-- The rows that are there need not be looked at: they hold less.

ALTER TABLE tokens
  DROP CONSTRAINT tokens_kind,
  ADD CONSTRAINT tokens_kind CHECK
    (CASE kind
       WHEN 'guest' THEN num_nonnulls(session_id, id, label, scopes) = 0
       WHEN 'access' THEN session_id IS NOT NULL AND num_nonnulls(id, label, scopes) = 0
       WHEN 'personal' THEN session_id IS NULL AND num_nonnulls(id, label, scopes) = 3
         AND char_length(label) BETWEEN 1 AND 128 AND scopes ~ '^[a-z]+( [a-z]+)*$'
       ELSE false
     END) NOT VALID;
COMMENT ON COLUMN tokens.label IS 'of a personal token: what its player calls it; 1 to 128 characters';
