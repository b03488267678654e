-- Players who signed in: who vouches for them, their sessions and tokens, their names, and how they
-- leave. What must be unique is a table of its own, keyed by the fact; what is a player's own lies
-- in the player's shard.

ALTER TABLE players
  DROP CONSTRAINT players_kind_check,
  ADD CONSTRAINT players_kind CHECK (kind IN ('guest', 'signed-in', 'erased')),
  ADD COLUMN provider text,
  ADD COLUMN subject text,
  ADD COLUMN settings text NOT NULL DEFAULT '{}'
    CHECK (octet_length(settings) BETWEEN 2 AND 1024),
  ADD CONSTRAINT players_identity CHECK
    ((kind = 'signed-in') = (provider IS NOT NULL) AND (kind = 'signed-in') = (subject IS NOT NULL));

COMMENT ON COLUMN players.kind IS
  'guest: nothing but tokens vouch for the player; signed-in: an identity does as well; erased: nobody is, the row stays for the games';
COMMENT ON COLUMN players.provider IS 'of the identity, as in identities; null unless signed in';
COMMENT ON COLUMN players.subject IS 'of the identity';
COMMENT ON COLUMN players.settings IS 'a JSON object of the settings that differ from their defaults';

CREATE TABLE identities (
  provider text NOT NULL CHECK (provider IN ('google')),
  subject text NOT NULL CHECK (octet_length(subject) BETWEEN 1 AND 255),
  player_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (provider, subject)
);

COMMENT ON TABLE identities IS
  'Which player somebody is whom a provider vouches for: one, however many sign in at once. Shard: subject, with its provider.';
COMMENT ON COLUMN identities.provider IS 'who vouches';
COMMENT ON COLUMN identities.subject IS 'the provider''s own name for that one, never an e-mail address';
COMMENT ON COLUMN identities.player_id IS 'not a foreign key: another shard';
COMMENT ON COLUMN identities.created_at IS 'when that one signed in first';

CREATE TABLE names (
  skeleton bytea NOT NULL PRIMARY KEY CHECK (octet_length(skeleton) = 32),
  player_id uuid,
  folded text CHECK (octet_length(folded) BETWEEN 1 AND 512),
  CONSTRAINT names_holder CHECK (player_id IS NOT NULL OR folded IS NULL)
);

COMMENT ON TABLE names IS
  'Names of players who signed in: no two look alike, and none is given twice. Shard: skeleton.';
COMMENT ON COLUMN names.skeleton IS
  'SHA-256 of what the name looks like, letters that look alike being one; a name has two where its capitals look like something else than its small letters';
COMMENT ON COLUMN names.player_id IS
  'whose name it is; null: that player was erased, and nobody gets the name again. Not a foreign key: another shard';
COMMENT ON COLUMN names.folded IS 'the name without case, by which it is searched; null on its second row';

CREATE INDEX names_folded ON names (folded COLLATE "C") WHERE folded IS NOT NULL;
COMMENT ON INDEX names_folded IS 'a name, or names that begin so; each shard gives a page';

CREATE TABLE nonces (
  hash bytea NOT NULL PRIMARY KEY CHECK (octet_length(hash) = 32),
  expires_at timestamptz NOT NULL
);

COMMENT ON TABLE nonces IS 'Nonces of identity tokens that were used: each is good once. Shard: hash.';
COMMENT ON COLUMN nonces.hash IS 'SHA-256 of the nonce';
COMMENT ON COLUMN nonces.expires_at IS 'when its token is over, so that nothing need be remembered any more';

CREATE INDEX nonces_expires_at ON nonces (expires_at);
COMMENT ON INDEX nonces_expires_at IS 'for deleting what is over';

CREATE TABLE sessions (
  player_id uuid NOT NULL REFERENCES players (id),
  id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  refreshed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  refresh_hash bytea NOT NULL CHECK (octet_length(refresh_hash) = 32),
  previous_hash bytea CHECK (octet_length(previous_hash) = 32),
  PRIMARY KEY (player_id, id)
);

COMMENT ON TABLE sessions IS
  'Sign-ins that last: each has one refresh token at a time. Ended ones are deleted. Shard: player_id.';
COMMENT ON COLUMN sessions.player_id IS 'who signed in; a foreign key within one shard';
COMMENT ON COLUMN sessions.id IS 'stands in its refresh tokens, and nowhere else that anybody sees';
COMMENT ON COLUMN sessions.created_at IS 'when its player signed in';
COMMENT ON COLUMN sessions.refreshed_at IS 'when its refresh token last changed';
COMMENT ON COLUMN sessions.expires_at IS 'from when on it is over; moves when it is refreshed';
COMMENT ON COLUMN sessions.refresh_hash IS 'SHA-256 of the refresh token that is good now';
COMMENT ON COLUMN sessions.previous_hash IS
  'of the one before, which is good for a minute after refreshed_at; any other ends the session';

CREATE INDEX sessions_expires_at ON sessions (expires_at);
COMMENT ON INDEX sessions_expires_at IS 'for deleting what has expired';

ALTER TABLE tokens
  ADD COLUMN kind text NOT NULL DEFAULT 'guest',
  ADD COLUMN session_id uuid,
  ADD COLUMN id uuid,
  ADD COLUMN label text,
  ADD COLUMN scopes text,
  ADD CONSTRAINT tokens_kind CHECK
    (CASE kind
       WHEN 'guest' THEN num_nonnulls(session_id, id, label, scopes) = 0
       WHEN 'access' THEN session_id IS NOT NULL AND num_nonnulls(id, label, scopes) = 0
       WHEN 'personal' THEN session_id IS NULL AND num_nonnulls(id, label, scopes) = 3
         AND octet_length(label) BETWEEN 1 AND 128 AND scopes ~ '^[a-z]+( [a-z]+)*$'
       ELSE false
     END);

COMMENT ON COLUMN tokens.kind IS 'guest; access: of a session; personal: made by the player for a program';
COMMENT ON COLUMN tokens.session_id IS 'of an access token: its session, with which it ends';
COMMENT ON COLUMN tokens.id IS 'of a personal token: by which its player deletes it';
COMMENT ON COLUMN tokens.label IS 'of a personal token: what its player calls it';
COMMENT ON COLUMN tokens.scopes IS 'of a personal token: what it may be used for, separated by blanks';

CREATE TABLE departures (
  player_id uuid NOT NULL PRIMARY KEY,
  successor uuid,
  created_at timestamptz NOT NULL,
  lease_until timestamptz NOT NULL,
  done_at timestamptz,
  CONSTRAINT departures_not_oneself CHECK (successor <> player_id)
);

COMMENT ON TABLE departures IS
  'Players who are gone, and what must still be done about what they left: repeated until it is. Shard: player_id.';
COMMENT ON COLUMN departures.player_id IS 'an erased player, or a guest who became another player';
COMMENT ON COLUMN departures.successor IS 'the player who takes over seats and games; null: nobody does, the player is erased';
COMMENT ON COLUMN departures.created_at IS 'when it was decided; tokens ended then';
COMMENT ON COLUMN departures.lease_until IS 'until then a replica works on it';
COMMENT ON COLUMN departures.done_at IS 'when nothing was left to do';

CREATE INDEX departures_due ON departures (lease_until) WHERE done_at IS NULL;
COMMENT ON INDEX departures_due IS 'what is still to be done';

-- From which refresh tokens follow one another.
INSERT INTO secrets
VALUES ('sessions', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
