-- Players and the bearer tokens that speak for them. Both are sharded by the player's id, so a
-- token, which carries that id, is looked up in one shard together with its player.

CREATE TABLE players (
  id uuid NOT NULL PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('guest', 'signed-in')),
  name text NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 128),
  created_at timestamptz NOT NULL
);

COMMENT ON TABLE players IS 'Everybody who plays. Shard: id.';
COMMENT ON COLUMN players.id IS 'time-ordered UUID, made by the service';
COMMENT ON COLUMN players.kind IS
  'guest: nothing but tokens vouch for the player; signed-in: an identity does as well';
COMMENT ON COLUMN players.name IS 'as shown to others; 1 to 32 graphemes, 128 bytes at most';
COMMENT ON COLUMN players.created_at IS 'when the player came to be';

CREATE TABLE tokens (
  player_id uuid NOT NULL REFERENCES players (id),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, hash)
);

COMMENT ON TABLE tokens IS
  'Bearer tokens that may still be used; a revoked one is deleted. Shard: player_id.';
COMMENT ON COLUMN tokens.player_id IS
  'who calls with it; a foreign key within one shard: no token outlives its player';
COMMENT ON COLUMN tokens.hash IS 'SHA-256 of the token; the token itself is kept nowhere';
COMMENT ON COLUMN tokens.created_at IS 'when it was given out';
COMMENT ON COLUMN tokens.expires_at IS 'from when on it is refused; use moves it to later';

CREATE INDEX tokens_expires_at ON tokens (expires_at);
COMMENT ON INDEX tokens_expires_at IS 'for deleting what has expired';
