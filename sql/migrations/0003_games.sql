-- Games: one row each, changed by compare-and-set on its version. Sharded by the game's id.
--
-- A move rewrites the row and should touch nothing else. It stays a heap-only update as long as no
-- column that it changes is in an index (or in an index's predicate) and the page has room, hence
-- the fillfactor, and hence idle_since: what is listed by its latest change is indexed only once
-- the changes have ended. Against the AI there is one exception, games_ai_due, which costs nothing
-- measurable while commits wait for the disk, and a seventh of the moves where they do not.
--
-- A player's games lie in as many shards as there are. They are found by indexes here, not by a
-- table of (player, game) sharded by player: that table would have to be written in another shard
-- whenever a game begins or ends, and could disagree with the games. Their lists fan out instead,
-- bounded by the page's size on each shard.

CREATE TABLE games (
  -- settled when the game is created
  id uuid NOT NULL PRIMARY KEY,
  creator uuid NOT NULL,
  created_at timestamptz NOT NULL,
  opening text NOT NULL
    CHECK (opening IN ('standard', 'original', 'xot', 'position')),
  start_position text
    CHECK (start_position ~ '^[XO-]{64} [XO]$'),
  visibility text NOT NULL
    CHECK (visibility IN ('public', 'unlisted')),
  black_kind text NOT NULL,
  black_player uuid,
  black_name text,
  black_level text,
  white_kind text NOT NULL,
  white_player uuid,
  white_name text,
  white_level text,
  seed bigint NOT NULL
    CHECK (seed BETWEEN 0 AND 9007199254740991),
  metadata text NOT NULL
    CHECK (octet_length(metadata) BETWEEN 2 AND 1024),
  fingerprint bytea NOT NULL
    CHECK (octet_length(fingerprint) = 32),

  -- changed by commands
  version integer NOT NULL
    CHECK (version >= 1),
  branch integer NOT NULL
    CHECK (branch >= 0),
  status text NOT NULL
    CHECK (status IN ('live', 'finished', 'aborted')),
  winner text
    CHECK (winner IN ('black', 'white', 'draw')),
  reason text
    CHECK (reason IN ('discs', 'resignation', 'timeout', 'agreement', 'abandoned')),
  turn text
    CHECK (turn IN ('black', 'white')),
  moves text NOT NULL
    CHECK (octet_length(moves) % 2 = 0 AND octet_length(moves) <= 128),
  move_by text NOT NULL,
  used_ms integer[] NOT NULL,
  updated_at timestamptz NOT NULL,
  turn_started_at timestamptz NOT NULL,
  ai_lease_until timestamptz,
  ai_attempt integer NOT NULL
    CHECK (ai_attempt >= 0),

  idle_since timestamptz
    GENERATED ALWAYS AS (CASE WHEN status <> 'live' THEN updated_at END) STORED,

  CONSTRAINT games_start_position CHECK
    ((opening IN ('xot', 'position')) = (start_position IS NOT NULL)),
  CONSTRAINT games_black_seat CHECK
    (CASE black_kind
       WHEN 'human' THEN black_player IS NOT NULL AND black_level IS NULL
         AND octet_length(black_name) BETWEEN 1 AND 128 AND black_name IS NOT NULL
       WHEN 'ai' THEN black_player IS NULL AND black_name IS NULL
         AND black_level IN ('easy', 'medium', 'hard') AND black_level IS NOT NULL
       ELSE false
     END),
  CONSTRAINT games_white_seat CHECK
    (CASE white_kind
       WHEN 'human' THEN white_player IS NOT NULL AND white_level IS NULL
         AND octet_length(white_name) BETWEEN 1 AND 128 AND white_name IS NOT NULL
       WHEN 'ai' THEN white_player IS NULL AND white_name IS NULL
         AND white_level IN ('easy', 'medium', 'hard') AND white_level IS NOT NULL
       ELSE false
     END),
  CONSTRAINT games_a_human_plays CHECK
    (black_kind = 'human' OR white_kind = 'human'),
  CONSTRAINT games_result CHECK
    (CASE status
       WHEN 'finished' THEN winner IS NOT NULL AND reason IS NOT NULL
       ELSE winner IS NULL AND reason IS NULL
     END),
  CONSTRAINT games_reason CHECK
    (CASE reason
       WHEN 'discs' THEN true
       WHEN 'agreement' THEN winner = 'draw'
       ELSE winner IS DISTINCT FROM 'draw'
     END),
  CONSTRAINT games_turn CHECK
    ((status = 'live') = (turn IS NOT NULL)),
  CONSTRAINT games_move_by CHECK
    (octet_length(move_by) = octet_length(moves) / 2 AND translate(move_by, 'hax', '') = ''),
  CONSTRAINT games_used_ms CHECK
    (cardinality(used_ms) = octet_length(moves) / 2 AND array_position(used_ms, NULL) IS NULL),
  CONSTRAINT games_ai_lease CHECK
    ((ai_lease_until IS NOT NULL) =
     coalesce(CASE turn WHEN 'black' THEN black_kind WHEN 'white' THEN white_kind END = 'ai', false))
) WITH (fillfactor = 70);

COMMENT ON TABLE games IS
  'One row a game; the board is replayed from its moves, never stored. Shard: id.';
COMMENT ON COLUMN games.id IS
  'made by the service: time-ordered, or a function of the caller and its Idempotency-Key';
COMMENT ON COLUMN games.creator IS 'player who created it; not a foreign key: another shard';
COMMENT ON COLUMN games.created_at IS 'whole milliseconds, like all times here';
COMMENT ON COLUMN games.opening IS 'how the board was set up';
COMMENT ON COLUMN games.start_position IS
  '64 squares a1 b1 … h8 of X (black) O (white) -, a space, the side to move; for xot and position';
COMMENT ON COLUMN games.visibility IS 'public: listed; unlisted: found by its id only';
COMMENT ON COLUMN games.black_kind IS 'who sits at black: human or ai';
COMMENT ON COLUMN games.black_player IS 'the human''s player; not a foreign key: another shard';
COMMENT ON COLUMN games.black_name IS 'the human''s name when the seat was taken';
COMMENT ON COLUMN games.black_level IS 'the AI''s level';
COMMENT ON COLUMN games.white_kind IS 'who sits at white: human or ai';
COMMENT ON COLUMN games.white_player IS 'as black_player; the same one in a game on one device';
COMMENT ON COLUMN games.white_name IS 'as black_name';
COMMENT ON COLUMN games.white_level IS 'as black_level';
COMMENT ON COLUMN games.seed IS 'of the AI''s choices; below 2^53, so that every JSON reader keeps it';
COMMENT ON COLUMN games.metadata IS
  'the creator''s JSON object, exactly as the service wrote it; text, since jsonb would reorder it';
COMMENT ON COLUMN games.fingerprint IS
  'SHA-256 of the creating request: tells a repeat from the same key with another body';
COMMENT ON COLUMN games.version IS 'grows with every visible change; what compare-and-set compares';
COMMENT ON COLUMN games.branch IS 'grows with every undo, 0 at first';
COMMENT ON COLUMN games.status IS 'live; finished: it has a result; aborted: it has none';
COMMENT ON COLUMN games.winner IS 'null unless finished';
COMMENT ON COLUMN games.reason IS 'how it was decided; null unless finished';
COMMENT ON COLUMN games.turn IS
  'who has to move; null once it is over. Follows from moves, kept for lists; every load compares it';
COMMENT ON COLUMN games.moves IS 'placements in order, f5d6c3; passes follow from them';
COMMENT ON COLUMN games.move_by IS 'by whom each was placed: h human, a AI, x automatically';
COMMENT ON COLUMN games.used_ms IS 'thinking time of each, in milliseconds';
COMMENT ON COLUMN games.updated_at IS 'when version last grew';
COMMENT ON COLUMN games.turn_started_at IS 'when the side to move began to think';
COMMENT ON COLUMN games.ai_lease_until IS
  'until when somebody is working on the AI''s turn; 1970 where nobody claimed it; null unless it is the AI''s turn';
COMMENT ON COLUMN games.ai_attempt IS 'how often the AI''s current turn was claimed';
COMMENT ON COLUMN games.idle_since IS
  'updated_at of a game that is over, null while it is live: the time that lists are indexed by';

CREATE INDEX games_black ON games (black_player, idle_since DESC, id DESC)
  WHERE black_player IS NOT NULL;
CREATE INDEX games_white ON games (white_player, idle_since DESC, id DESC)
  WHERE white_player IS NOT NULL;
CREATE INDEX games_public_live ON games (created_at DESC, id DESC)
  WHERE idle_since IS NULL AND visibility = 'public';
CREATE INDEX games_ai_due ON games (ai_lease_until)
  WHERE ai_lease_until IS NOT NULL;

COMMENT ON INDEX games_black IS
  'a player''s games as black: the live ones (idle_since null, first), then by latest change';
COMMENT ON INDEX games_white IS 'the same as white';
COMMENT ON INDEX games_public_live IS 'what anybody may watch, latest created first';
COMMENT ON INDEX games_ai_due IS
  'turns of the AI by the end of their lease, so that what a stopped replica left is found at once';
