-- Play between people: clocks and deadlines, draw offers, matches, rematches, and the heartbeat by
-- which outages are known.
--
-- deadline_at is indexed, so a move in a game with a clock, or between people at all, is no heap-only
-- update: it writes one more index entry, as games_ai_due does. People move seldom; games against
-- the AI and on one device have no clock unless somebody wants one, and stay as they were.
--
-- What a match needs in order to go on is settled in each of its games: the end of a game alone tells
-- what follows. So ending one reads one row, and writes that row, the next game and the match
-- together.

ALTER TABLE games
  -- settled when the game is created
  ADD COLUMN clock text NOT NULL DEFAULT 'none'
    CHECK (clock IN ('none', 'per_move', 'correspondence')),
  ADD COLUMN clock_amount integer NOT NULL DEFAULT 0,
  ADD COLUMN on_timeout text NOT NULL DEFAULT 'forfeit'
    CHECK (on_timeout IN ('forfeit', 'autoplay')),
  ADD COLUMN match_id uuid,
  ADD COLUMN wins_needed integer
    CHECK (wins_needed IN (1, 3, 5)),
  ADD COLUMN game_number integer
    CHECK (game_number >= 1),
  ADD COLUMN black_wins integer
    CHECK (black_wins >= 0),
  ADD COLUMN white_wins integer
    CHECK (white_wins >= 0),

  -- changed by commands and by time
  ADD COLUMN deadline_at timestamptz,
  ADD COLUMN adjusted_ms bigint NOT NULL DEFAULT 0
    CHECK (adjusted_ms >= 0),
  ADD COLUMN outage_seq integer NOT NULL DEFAULT 0
    CHECK (outage_seq >= 0),
  ADD COLUMN black_misses integer NOT NULL DEFAULT 0
    CHECK (black_misses BETWEEN 0 AND 3),
  ADD COLUMN white_misses integer NOT NULL DEFAULT 0
    CHECK (white_misses BETWEEN 0 AND 3),
  ADD COLUMN draw_by text
    CHECK (draw_by IN ('black', 'white', 'both')),
  ADD COLUMN draw_ply integer
    CHECK (draw_ply BETWEEN 0 AND 64),
  ADD COLUMN rematch_by text
    CHECK (rematch_by IN ('black', 'white', 'both')),
  ADD COLUMN rematch_first text
    CHECK (rematch_first IN ('black', 'white', 'both')),

  ADD CONSTRAINT games_clock_amount CHECK
    (CASE clock
       WHEN 'none' THEN clock_amount = 0
       WHEN 'per_move' THEN clock_amount BETWEEN 5 AND 600
       ELSE clock_amount BETWEEN 1 AND 14
     END),
  ADD CONSTRAINT games_match CHECK
    (num_nulls(match_id, wins_needed, game_number, black_wins, white_wins) IN (0, 5)),
  ADD CONSTRAINT games_match_first CHECK
    (match_id IS NULL OR (game_number = 1) = (match_id = id)),
  ADD CONSTRAINT games_match_score CHECK
    (match_id IS NULL OR (black_wins < wins_needed AND white_wins < wins_needed
                          AND black_wins + white_wins < game_number)),
  ADD CONSTRAINT games_deadline CHECK
    (deadline_at IS NULL OR status = 'live'),
  ADD CONSTRAINT games_draw CHECK
    ((draw_by IS NULL) = (draw_ply IS NULL)),
  ADD CONSTRAINT games_draw_agreed CHECK
    (reason IS DISTINCT FROM 'agreement' OR draw_by IS NOT NULL),
  ADD CONSTRAINT games_rematch CHECK
    ((rematch_by IS NULL) = (rematch_first IS NULL) AND (rematch_by IS NULL OR status <> 'live'));

COMMENT ON COLUMN games.clock IS 'none, or what clock_amount counts: seconds, days a move';
COMMENT ON COLUMN games.clock_amount IS 'seconds (per_move) or days (correspondence) for each move; 0 for none';
COMMENT ON COLUMN games.on_timeout IS
  'at the deadline: forfeit, the game is lost; autoplay, a move is played, three running lose the match';
COMMENT ON COLUMN games.match_id IS
  'its match, whose first game has the same id; null for a single game; not a foreign key: another shard';
COMMENT ON COLUMN games.wins_needed IS 'with how many wins the match is won';
COMMENT ON COLUMN games.game_number IS 'its place in the match, 1 for the first';
COMMENT ON COLUMN games.black_wins IS 'how many games of the match the one at black had won before';
COMMENT ON COLUMN games.white_wins IS 'the same of the one at white';
COMMENT ON COLUMN games.deadline_at IS
  'when the turn ends by itself; between people without a clock, when the game is given up; null: never';
COMMENT ON COLUMN games.adjusted_ms IS 'by how much outages have moved its deadlines, in all';
COMMENT ON COLUMN games.outage_seq IS 'the latest outage that was looked at for it';
COMMENT ON COLUMN games.black_misses IS 'turns running that the server has played for black';
COMMENT ON COLUMN games.white_misses IS 'the same for white';
COMMENT ON COLUMN games.draw_by IS
  'who offers a draw, or offered the one that was accepted; both on one device';
COMMENT ON COLUMN games.draw_ply IS 'after how many placements it was offered; any further one makes it lapse';
COMMENT ON COLUMN games.rematch_by IS 'who wants to play again; both: the rematch has begun';
COMMENT ON COLUMN games.rematch_first IS 'who wanted it first';

CREATE INDEX games_due ON games (deadline_at)
  WHERE deadline_at IS NOT NULL;
COMMENT ON INDEX games_due IS 'running turns by their deadline, so that those over are found at once';

CREATE TABLE matches (
  id uuid NOT NULL PRIMARY KEY,
  created_at timestamptz NOT NULL,
  wins_needed integer NOT NULL
    CHECK (wins_needed IN (1, 3, 5)),
  version integer NOT NULL
    CHECK (version >= 1),
  status text NOT NULL
    CHECK (status IN ('live', 'finished', 'aborted')),
  game_number integer NOT NULL
    CHECK (game_number >= 1),
  first_wins integer NOT NULL
    CHECK (first_wins BETWEEN 0 AND wins_needed),
  second_wins integer NOT NULL
    CHECK (second_wins BETWEEN 0 AND wins_needed),
  winner text
    CHECK (winner IN ('first', 'second')),
  reason text
    CHECK (reason IN ('won', 'abandoned')),
  updated_at timestamptz NOT NULL,

  CONSTRAINT matches_result CHECK
    (CASE status
       WHEN 'finished' THEN winner IS NOT NULL AND reason IS NOT NULL
       ELSE winner IS NULL AND reason IS NULL
     END),
  CONSTRAINT matches_won CHECK
    (CASE
       WHEN reason = 'won' THEN
         CASE winner WHEN 'first' THEN first_wins ELSE second_wins END = wins_needed
       WHEN status = 'live' THEN first_wins < wins_needed AND second_wins < wins_needed
       ELSE true
     END),
  CONSTRAINT matches_version CHECK
    (version = game_number + CASE status WHEN 'live' THEN 0 ELSE 1 END)
);

COMMENT ON TABLE matches IS
  'Matches to a number of wins. Who plays stands in the first game, which has the same id. Shard: id.';
COMMENT ON COLUMN matches.id IS 'its first game''s too; the other games'' ids are functions of it';
COMMENT ON COLUMN matches.created_at IS 'when its first game began';
COMMENT ON COLUMN matches.wins_needed IS 'with how many wins it is won; a draw counts for neither';
COMMENT ON COLUMN matches.version IS 'one more with the end of each game; what compare-and-set compares';
COMMENT ON COLUMN matches.status IS 'live; finished: it has a winner; aborted: its only game was';
COMMENT ON COLUMN matches.game_number IS 'of the game that runs, or was the last';
COMMENT ON COLUMN matches.first_wins IS 'games won by the side that had black in the first one';
COMMENT ON COLUMN matches.second_wins IS 'games won by the other side';
COMMENT ON COLUMN matches.winner IS 'which side; null unless finished';
COMMENT ON COLUMN matches.reason IS 'won: by games; abandoned: the other side left; null unless finished';
COMMENT ON COLUMN matches.updated_at IS 'when version last grew';

CREATE TABLE heartbeats (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  beat_at timestamptz NOT NULL,
  outage_seq integer NOT NULL CHECK (outage_seq >= 0)
);

COMMENT ON TABLE heartbeats IS
  'One row, by which live replicas tell each other that the service is alive. Shard: none, a reference table.';
COMMENT ON COLUMN heartbeats.id IS 'always 1';
COMMENT ON COLUMN heartbeats.beat_at IS 'the latest sign of life, whole milliseconds';
COMMENT ON COLUMN heartbeats.outage_seq IS 'the latest row of outages';

CREATE TABLE outages (
  seq integer NOT NULL PRIMARY KEY CHECK (seq >= 1),
  began_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  CONSTRAINT outages_last CHECK (ended_at > began_at)
);

COMMENT ON TABLE outages IS
  'When no replica was alive: turns that ran then get that time back. Shard: none, a reference table.';
COMMENT ON COLUMN outages.seq IS 'counts up from 1';
COMMENT ON COLUMN outages.began_at IS 'the last sign of life before it';
COMMENT ON COLUMN outages.ended_at IS 'the first sign of life after it';

CREATE INDEX outages_ended_at ON outages (ended_at);
COMMENT ON INDEX outages_ended_at IS 'what ended after a turn began';

INSERT INTO heartbeats (id, beat_at, outage_seq) VALUES (1, date_trunc('milliseconds', now()), 0);
