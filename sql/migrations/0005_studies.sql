-- Hints in games, and studies: analyses that take longer than a request, and reviews of games.
--
-- A study is worked on step by step: a step is a position of an analysis, or a move of a game. Each
-- step's result is stored when it is there, in the statement that moves the study on, so whoever
-- takes a study over goes on where it was. A claim is a lease with a number: what was thought under
-- an older number is dropped.
--
-- Sharded by id: a review lies beside its game, a step beside its study.

ALTER TABLE games
  ADD COLUMN hints integer NOT NULL DEFAULT 0 CONSTRAINT games_hints CHECK (hints >= 0);
COMMENT ON COLUMN games.hints IS
  'how many hints the human was given; taking moves back does not take them back';

CREATE TABLE studies (
  -- settled when the study is asked for
  id uuid NOT NULL,
  strength text NOT NULL
    CHECK (strength IN ('own', 'quick', 'standard', 'deep')),
  caller uuid NOT NULL,
  has_token boolean NOT NULL,
  created_at timestamptz NOT NULL,
  positions text NOT NULL
    CHECK (octet_length(positions) <= 6800),
  steps integer NOT NULL
    CHECK (steps BETWEEN 0 AND 100),
  nodes_max bigint NOT NULL
    CHECK (nodes_max >= 1),
  depth_max integer NOT NULL
    CHECK (depth_max BETWEEN 1 AND 60),
  exact_empties_max integer NOT NULL
    CHECK (exact_empties_max BETWEEN 0 AND 60),
  fingerprint bytea NOT NULL
    CHECK (octet_length(fingerprint) = 32),

  -- changed while it is worked on
  version integer NOT NULL
    CHECK (version >= 1),
  status text NOT NULL
    CHECK (status IN ('open', 'done', 'failed')),
  step integer NOT NULL,
  stage integer NOT NULL
    CHECK (stage >= 0),
  depth integer NOT NULL
    CHECK (depth >= 0),
  nodes bigint NOT NULL
    CHECK (nodes >= 0),
  updated_at timestamptz NOT NULL,
  lease_until timestamptz,
  claim integer NOT NULL
    CHECK (claim >= 0),
  attempt integer NOT NULL
    CHECK (attempt >= 0),

  PRIMARY KEY (id, strength),
  CONSTRAINT studies_step CHECK
    (step BETWEEN 0 AND steps AND (status = 'done') = (step = steps)),
  CONSTRAINT studies_lease CHECK
    ((status = 'open') = (lease_until IS NOT NULL)),
  CONSTRAINT studies_positions CHECK
    ((strength = 'own') = (positions <> ''))
);

COMMENT ON TABLE studies IS
  'Analyses that take longer than a request, and reviews of games; both are worked on step by step. Shard: id.';
COMMENT ON COLUMN studies.id IS
  'of a review its game''s; of an analysis time-ordered, or a function of the caller and its Idempotency-Key';
COMMENT ON COLUMN studies.strength IS
  'of a review: how deep it looks, at most one for each; own: an analysis, which has its own budget';
COMMENT ON COLUMN studies.caller IS
  'whose share of thinking and of open studies it counts in: the player, or a keyed hash of an address without a token';
COMMENT ON COLUMN studies.has_token IS 'caller is a player; not a foreign key: another shard';
COMMENT ON COLUMN studies.created_at IS 'whole milliseconds, like all times here';
COMMENT ON COLUMN studies.positions IS
  'of an analysis, a line each: p and a position, or o and the placements of the original opening so far; of a review empty: the game''s moves';
COMMENT ON COLUMN studies.steps IS 'how many steps it has';
COMMENT ON COLUMN studies.nodes_max IS 'positions visited by one search';
COMMENT ON COLUMN studies.depth_max IS 'plies that one search looks ahead';
COMMENT ON COLUMN studies.exact_empties_max IS 'solved exactly from so many empty squares on';
COMMENT ON COLUMN studies.fingerprint IS
  'SHA-256 of the creating request: tells a repeat from the same key with another body';
COMMENT ON COLUMN studies.version IS 'grows with every visible change';
COMMENT ON COLUMN studies.status IS
  'open: queued, or running while its lease is alive; done: every step has its result; failed: given up';
COMMENT ON COLUMN studies.step IS 'steps that are done; those of a higher number are not';
COMMENT ON COLUMN studies.stage IS 'how often the present step was searched: each time with more nodes';
COMMENT ON COLUMN studies.depth IS 'plies that the latest search looked ahead';
COMMENT ON COLUMN studies.nodes IS 'positions visited so far';
COMMENT ON COLUMN studies.updated_at IS 'when version last grew';
COMMENT ON COLUMN studies.lease_until IS
  'until when somebody is working on it; in the past where nobody is: the longer, the sooner its turn comes; null once it has ended';
COMMENT ON COLUMN studies.claim IS 'how often it was claimed: the number of the present claim';
COMMENT ON COLUMN studies.attempt IS 'how often it was claimed since it last got on';

CREATE INDEX studies_due ON studies (lease_until)
  WHERE lease_until IS NOT NULL;
CREATE INDEX studies_ended ON studies (updated_at)
  WHERE lease_until IS NULL AND strength = 'own';

COMMENT ON INDEX studies_due IS 'the open ones, by the end of their lease: the head is whose turn it is';
COMMENT ON INDEX studies_ended IS 'for deleting analyses that ended long ago';

CREATE TABLE study_steps (
  id uuid NOT NULL,
  strength text NOT NULL,
  step integer NOT NULL
    CHECK (step BETWEEN 0 AND 99),
  depth integer NOT NULL
    CHECK (depth >= 0),
  exact boolean NOT NULL,
  nodes bigint NOT NULL
    CHECK (nodes >= 0),
  moves text NOT NULL
    CHECK (octet_length(moves) <= 8800),
  PRIMARY KEY (id, strength, step),
  FOREIGN KEY (id, strength) REFERENCES studies (id, strength) ON DELETE CASCADE
);

COMMENT ON TABLE study_steps IS
  'What was found at each step of a study; goes with it, a foreign key within one shard. Shard: id.';
COMMENT ON COLUMN study_steps.id IS 'the study''s';
COMMENT ON COLUMN study_steps.strength IS 'the study''s';
COMMENT ON COLUMN study_steps.step IS 'counted from 0: the position of an analysis; the move of a game after the original opening''s centre';
COMMENT ON COLUMN study_steps.depth IS 'plies looked ahead';
COMMENT ON COLUMN study_steps.exact IS 'the best move and its value are proved';
COMMENT ON COLUMN study_steps.nodes IS 'positions visited for this step';
COMMENT ON COLUMN study_steps.moves IS
  'moves with their values, best first, separated by a blank: the line that begins with the move, a colon, discs for the side to move, then = where proved or < where only a bound is known';
