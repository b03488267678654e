-- Finding an opponent: challenges with invitation codes, seeks, and who has blocked whom.
--
-- A challenge and a seek end once, by compare-and-set on their version, in the transaction that
-- begins the game. Time ends them as well, without a write: an open row whose time is over counts as
-- expired wherever it is looked at.
--
-- Two seeks become a game by changing both, in ascending order of their ids. That no player is
-- paired twice at the same moment, by two seeks of his, and none with somebody whom he has just
-- blocked, is what seekers.seq is for: whatever decides who may be paired with whom counts it up, and
-- a pairing compares it for both players.

CREATE TABLE challenges (
  -- settled when the challenge is made
  id uuid NOT NULL PRIMARY KEY,
  maker uuid NOT NULL,
  maker_name text NOT NULL
    CHECK (octet_length(maker_name) BETWEEN 1 AND 128),
  target uuid,
  target_name text
    CHECK (octet_length(target_name) BETWEEN 1 AND 128),
  code text
    CHECK (code ~ '^[34679ACDEFGHJKMNPQRTVWXY]{8}$'),
  created_at timestamptz NOT NULL,
  opening text NOT NULL
    CHECK (opening IN ('standard', 'original', 'xot', 'position')),
  given_position text
    CHECK (given_position ~ '^[XO-]{64} [XO]$'),
  visibility text NOT NULL
    CHECK (visibility IN ('public', 'unlisted')),
  clock text NOT NULL
    CHECK (clock IN ('none', 'per_move', 'correspondence')),
  clock_amount integer NOT NULL,
  on_timeout text NOT NULL
    CHECK (on_timeout IN ('forfeit', 'autoplay')),
  wins_needed integer NOT NULL
    CHECK (wins_needed IN (0, 1, 3, 5)),
  rated boolean NOT NULL,
  color text NOT NULL
    CHECK (color IN ('black', 'white', 'random')),
  seed bigint NOT NULL
    CHECK (seed BETWEEN 0 AND 9007199254740991),
  guests boolean NOT NULL,
  metadata text NOT NULL
    CHECK (octet_length(metadata) BETWEEN 2 AND 1024),
  fingerprint bytea NOT NULL
    CHECK (octet_length(fingerprint) = 32),
  expires_at timestamptz NOT NULL,

  -- changed once
  version integer NOT NULL
    CHECK (version IN (1, 2)),
  status text NOT NULL
    CHECK (status IN ('open', 'accepted', 'declined', 'cancelled')),
  taken_by uuid,
  decline_reason text
    CHECK (decline_reason IN
           ('other', 'not-now', 'clock', 'length', 'opening', 'color', 'rated', 'casual')),
  updated_at timestamptz NOT NULL,

  CONSTRAINT challenges_given_position CHECK
    ((opening = 'position') = (given_position IS NOT NULL)),
  CONSTRAINT challenges_clock_amount CHECK
    (CASE clock
       WHEN 'none' THEN clock_amount = 0
       WHEN 'per_move' THEN clock_amount BETWEEN 5 AND 600
       ELSE clock_amount BETWEEN 1 AND 14
     END),
  CONSTRAINT challenges_target CHECK
    ((target IS NULL) = (target_name IS NULL) AND (target IS NULL) = (code IS NOT NULL)),
  CONSTRAINT challenges_not_oneself CHECK
    (maker IS DISTINCT FROM target AND maker IS DISTINCT FROM taken_by),
  CONSTRAINT challenges_version CHECK
    ((version = 1) = (status = 'open')),
  CONSTRAINT challenges_taken CHECK
    ((status = 'accepted') = (taken_by IS NOT NULL) AND
     (target IS NULL OR taken_by IS NULL OR taken_by = target)),
  CONSTRAINT challenges_declined CHECK
    ((status = 'declined') = (decline_reason IS NOT NULL) AND
     (status <> 'declined' OR target IS NOT NULL))
);

COMMENT ON TABLE challenges IS
  'Games that one player offers to another, or to whoever has the code. Shard: id.';
COMMENT ON COLUMN challenges.id IS
  'time-ordered, or a function of the maker and an Idempotency-Key; the game''s too, once accepted';
COMMENT ON COLUMN challenges.maker IS 'player who made it; not a foreign key: another shard';
COMMENT ON COLUMN challenges.maker_name IS 'the maker''s name then';
COMMENT ON COLUMN challenges.target IS 'player who may accept it; null: an open invitation';
COMMENT ON COLUMN challenges.target_name IS 'the target''s name then';
COMMENT ON COLUMN challenges.code IS 'of an open invitation, as in invitation_codes';
COMMENT ON COLUMN challenges.created_at IS 'whole milliseconds, like all times here';
COMMENT ON COLUMN challenges.opening IS 'how the board is to be set up';
COMMENT ON COLUMN challenges.given_position IS 'as in games, for position; that of xot is drawn when the game begins';
COMMENT ON COLUMN challenges.visibility IS 'of the game';
COMMENT ON COLUMN challenges.clock IS 'of the game, as the next two';
COMMENT ON COLUMN challenges.clock_amount IS 'seconds or days for each move; 0 for none';
COMMENT ON COLUMN challenges.on_timeout IS 'what happens at a deadline';
COMMENT ON COLUMN challenges.wins_needed IS 'with how many wins the match is won; 0: a single game';
COMMENT ON COLUMN challenges.rated IS 'whether the maker wants the game rated';
COMMENT ON COLUMN challenges.color IS 'the maker''s wish';
COMMENT ON COLUMN challenges.seed IS 'of what chance decides; below 2^53';
COMMENT ON COLUMN challenges.guests IS 'whether the maker or the target is a guest, so that it cannot be rated';
COMMENT ON COLUMN challenges.metadata IS 'the maker''s JSON object, which becomes the game''s';
COMMENT ON COLUMN challenges.fingerprint IS
  'SHA-256 of the creating request: tells a repeat from the same key with another body';
COMMENT ON COLUMN challenges.expires_at IS 'from when on an open one counts as expired';
COMMENT ON COLUMN challenges.version IS '1, and 2 once it has ended; what compare-and-set compares';
COMMENT ON COLUMN challenges.status IS 'open, or how it ended';
COMMENT ON COLUMN challenges.taken_by IS 'who accepted it; null before';
COMMENT ON COLUMN challenges.decline_reason IS 'why it was declined; null unless it was';
COMMENT ON COLUMN challenges.updated_at IS 'when version last grew';

CREATE INDEX challenges_maker ON challenges (maker, updated_at DESC, id DESC);
CREATE INDEX challenges_target ON challenges (target, updated_at DESC, id DESC)
  WHERE target IS NOT NULL;
CREATE INDEX challenges_expires_at ON challenges (expires_at);
COMMENT ON INDEX challenges_maker IS 'what a player has made, latest change first';
COMMENT ON INDEX challenges_target IS 'what a player was challenged to, latest change first';
COMMENT ON INDEX challenges_expires_at IS 'for deleting what is long over';

CREATE TABLE invitation_codes (
  code text NOT NULL PRIMARY KEY
    CHECK (code ~ '^[34679ACDEFGHJKMNPQRTVWXY]{8}$'),
  challenge_id uuid NOT NULL
);

COMMENT ON TABLE invitation_codes IS
  'Which challenge a code stands for: unique whatever the shard of the challenge. Shard: code.';
COMMENT ON COLUMN invitation_codes.code IS
  'eight of 24 characters without look-alikes; written with it and deleted with it';
COMMENT ON COLUMN invitation_codes.challenge_id IS 'not a foreign key: another shard';

CREATE TABLE seeks (
  -- settled when the seek is made
  id uuid NOT NULL PRIMARY KEY,
  player uuid NOT NULL,
  player_name text NOT NULL
    CHECK (octet_length(player_name) BETWEEN 1 AND 128),
  guest boolean NOT NULL,
  created_at timestamptz NOT NULL,
  opening text NOT NULL
    CHECK (opening IN ('standard', 'original', 'xot')),
  visibility text NOT NULL
    CHECK (visibility IN ('public', 'unlisted')),
  clock text NOT NULL
    CHECK (clock IN ('none', 'per_move', 'correspondence')),
  clock_amount integer NOT NULL,
  on_timeout text NOT NULL
    CHECK (on_timeout IN ('forfeit', 'autoplay')),
  wins_needed integer NOT NULL
    CHECK (wins_needed IN (0, 1, 3, 5)),
  rated boolean NOT NULL,
  color text NOT NULL
    CHECK (color IN ('black', 'white', 'random')),
  seed bigint NOT NULL
    CHECK (seed BETWEEN 0 AND 9007199254740991),
  rating integer NOT NULL,
  rating_min integer NOT NULL,
  rating_max integer NOT NULL,
  fingerprint bytea NOT NULL
    CHECK (octet_length(fingerprint) = 32),

  -- changed once
  version integer NOT NULL
    CHECK (version IN (1, 2)),
  status text NOT NULL
    CHECK (status IN ('open', 'paired', 'withdrawn')),
  game_id uuid,
  updated_at timestamptz NOT NULL,

  -- changed while its player asks for it
  alive_until timestamptz NOT NULL,

  CONSTRAINT seeks_clock_amount CHECK
    (CASE clock
       WHEN 'none' THEN clock_amount = 0
       WHEN 'per_move' THEN clock_amount BETWEEN 5 AND 600
       ELSE clock_amount BETWEEN 1 AND 14
     END),
  CONSTRAINT seeks_rating_range CHECK
    (rating_min <= rating_max),
  CONSTRAINT seeks_version CHECK
    ((version = 1) = (status = 'open')),
  CONSTRAINT seeks_game CHECK
    ((status = 'paired') = (game_id IS NOT NULL))
);

COMMENT ON TABLE seeks IS
  'Who wants a game with anybody who wants the same. Shard: id; those that fit are found by fan-out, a page a shard.';
COMMENT ON COLUMN seeks.id IS 'time-ordered, or a function of the player and an Idempotency-Key';
COMMENT ON COLUMN seeks.player IS 'not a foreign key: another shard';
COMMENT ON COLUMN seeks.player_name IS 'the player''s name then';
COMMENT ON COLUMN seeks.guest IS 'whether the player was a guest then, so that it cannot be rated';
COMMENT ON COLUMN seeks.created_at IS 'whole milliseconds, like all times here';
COMMENT ON COLUMN seeks.opening IS 'how the board is to be set up';
COMMENT ON COLUMN seeks.visibility IS 'wish; the game is public if both want it';
COMMENT ON COLUMN seeks.clock IS 'of the game, as the next two';
COMMENT ON COLUMN seeks.clock_amount IS 'seconds or days for each move; 0 for none';
COMMENT ON COLUMN seeks.on_timeout IS 'what happens at a deadline';
COMMENT ON COLUMN seeks.wins_needed IS 'with how many wins the match is won; 0: a single game';
COMMENT ON COLUMN seeks.rated IS 'whether the game is to be rated';
COMMENT ON COLUMN seeks.color IS 'the player''s wish';
COMMENT ON COLUMN seeks.seed IS 'of what chance decides; below 2^53';
COMMENT ON COLUMN seeks.rating IS 'the player''s then';
COMMENT ON COLUMN seeks.rating_min IS 'least rating of the other one, where it is to be rated';
COMMENT ON COLUMN seeks.rating_max IS 'greatest rating of the other one';
COMMENT ON COLUMN seeks.fingerprint IS 'as in challenges';
COMMENT ON COLUMN seeks.version IS '1, and 2 once it has ended; what compare-and-set compares';
COMMENT ON COLUMN seeks.status IS 'open, or how it ended';
COMMENT ON COLUMN seeks.game_id IS 'the game that it became; null before';
COMMENT ON COLUMN seeks.updated_at IS 'when version last grew';
COMMENT ON COLUMN seeks.alive_until IS
  'from when on an open one counts as expired; moves while its player asks for it, with no new version';

CREATE INDEX seeks_pool ON seeks
  (opening, clock, clock_amount, on_timeout, wins_needed, rated, created_at, id)
  WHERE status = 'open';
CREATE INDEX seeks_open ON seeks (created_at DESC, id DESC)
  WHERE status = 'open';
CREATE INDEX seeks_player ON seeks (player, updated_at DESC, id DESC);
CREATE INDEX seeks_alive_until ON seeks (alive_until);
COMMENT ON INDEX seeks_pool IS 'seeks on the same terms, longest waiting first';
COMMENT ON INDEX seeks_open IS 'what anybody may see, latest first';
COMMENT ON INDEX seeks_player IS 'a player''s seeks, latest change first';
COMMENT ON INDEX seeks_alive_until IS 'for deleting what is long over';

CREATE TABLE seekers (
  player_id uuid NOT NULL PRIMARY KEY,
  seq integer NOT NULL CHECK (seq >= 1)
);

COMMENT ON TABLE seekers IS
  'Players who have sought: one pairing of a player after the other. Shard: player_id.';
COMMENT ON COLUMN seekers.player_id IS 'not a foreign key: players are deleted with it, in one statement';
COMMENT ON COLUMN seekers.seq IS
  'counts the player''s new seeks, pairings and blocks; what a pairing compares';

CREATE TABLE blocks (
  player_id uuid NOT NULL,
  blocked_id uuid NOT NULL,
  blocked_name text NOT NULL
    CHECK (octet_length(blocked_name) BETWEEN 1 AND 128),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, blocked_id),
  CONSTRAINT blocks_not_oneself CHECK (player_id <> blocked_id)
);

COMMENT ON TABLE blocks IS
  'Who wants to have nothing to do with whom: no challenge, rematch or pairing either way. Shard: player_id.';
COMMENT ON COLUMN blocks.player_id IS 'who blocks';
COMMENT ON COLUMN blocks.blocked_id IS 'who is blocked; not a foreign key: another shard';
COMMENT ON COLUMN blocks.blocked_name IS 'that one''s name then';
COMMENT ON COLUMN blocks.created_at IS 'whole milliseconds';
