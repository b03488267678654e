-- Rated games, ladders and chips.
--
-- What a player has is sharded by the player, and so are the journals, so each is written in one
-- statement with its journal: rating with rating_changes, chips with chip_entries. Both are changed
-- by compare-and-set on their own seq, in the transaction that begins or ends the game, after the
-- games, in ascending order of the players.
--
-- Ranks are counted from how many players stand at each whole point: ladder_points, a few thousand
-- rows a ladder. Nobody changes these rows while games end, since everybody would wait for
-- everybody: what a game moves is appended to ladder_deltas and folded in by a job. Both are keyed by
-- ladder and are read in one statement, so their sum is right at every moment.

ALTER TABLE games
  -- settled when the game is created
  ADD COLUMN rated boolean NOT NULL DEFAULT false,
  ADD COLUMN unrated_reason text
    CHECK (unrated_reason IN ('casual', 'guest', 'opening', 'no-clock', 'autoplay')),
  ADD COLUMN stake integer NOT NULL DEFAULT 0
    CHECK (stake >= 0),
  ADD COLUMN black_rating integer,
  ADD COLUMN white_rating integer,
  ADD COLUMN helped boolean NOT NULL DEFAULT false,

  -- changed when a rated game ends
  ADD COLUMN black_rated_from integer,
  ADD COLUMN black_rated_to integer
    CHECK (black_rated_to >= 100000),
  ADD COLUMN white_rated_from integer,
  ADD COLUMN white_rated_to integer
    CHECK (white_rated_to >= 100000),

  ADD CONSTRAINT games_rated CHECK
    (NOT rated OR (unrated_reason IS NULL AND opening = 'standard' AND clock <> 'none'
                   AND on_timeout = 'forfeit')),
  ADD CONSTRAINT games_rating CHECK
    (num_nulls(black_rating, white_rating) = CASE WHEN rated THEN 0 ELSE 2 END),
  ADD CONSTRAINT games_between_people CHECK
    ((NOT rated AND stake = 0)
     OR (black_kind = 'human' AND white_kind = 'human' AND black_player <> white_player)),
  ADD CONSTRAINT games_was_rated CHECK
    (num_nulls(black_rated_from, black_rated_to, white_rated_from, white_rated_to) = 4
     OR (num_nulls(black_rated_from, black_rated_to, white_rated_from, white_rated_to) = 0
         AND rated AND status = 'finished'));

COMMENT ON COLUMN games.rated IS 'whether it is to be rated when it ends';
COMMENT ON COLUMN games.unrated_reason IS 'between people: why it is not to be rated';
COMMENT ON COLUMN games.stake IS 'chips that whoever wins the game or match gets from the other one; 0: none';
COMMENT ON COLUMN games.black_rating IS 'in thousandths, when a rated game began';
COMMENT ON COLUMN games.white_rating IS 'the same of the one at white';
COMMENT ON COLUMN games.helped IS
  'an earlier game of the match was taken back, or had a hint: winning it earns no chips';
COMMENT ON COLUMN games.black_rated_from IS 'rating before the game was rated; null: it was not';
COMMENT ON COLUMN games.black_rated_to IS 'rating after it';
COMMENT ON COLUMN games.white_rated_from IS 'as black_rated_from';
COMMENT ON COLUMN games.white_rated_to IS 'as black_rated_to';

CREATE INDEX games_versus ON games (black_player, white_player, idle_since DESC, id DESC)
  WHERE idle_since IS NOT NULL AND black_player IS NOT NULL AND white_player IS NOT NULL;
COMMENT ON INDEX games_versus IS 'what two people have played';

ALTER TABLE challenges ADD COLUMN staked boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN challenges.staked IS 'whether it is played for chips';

ALTER TABLE seeks ADD COLUMN staked boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN seeks.staked IS 'whether the game is to be played for chips';

CREATE TABLE ratings (
  player_id uuid NOT NULL,
  ladder text NOT NULL
    CHECK (ladder IN ('live', 'correspondence')),
  rating integer NOT NULL
    CHECK (rating >= 100000),
  games integer NOT NULL
    CHECK (games >= 1),
  won integer NOT NULL
    CHECK (won >= 0),
  drawn integer NOT NULL
    CHECK (drawn >= 0),
  lost integer NOT NULL
    CHECK (lost >= 0),
  last_rated_at timestamptz NOT NULL,
  ranked boolean NOT NULL,
  seq integer NOT NULL
    CHECK (seq >= 1),
  PRIMARY KEY (player_id, ladder),
  CONSTRAINT ratings_games CHECK (games = won + drawn + lost),
  CONSTRAINT ratings_ranked CHECK (NOT ranked OR games >= 10)
) WITH (fillfactor = 80);

COMMENT ON TABLE ratings IS
  'How strong who has played rated games is, on each ladder. Shard: player_id, beside the player.';
COMMENT ON COLUMN ratings.player_id IS
  'not a foreign key: a game that ends may be settled after its player''s account was erased';
COMMENT ON COLUMN ratings.ladder IS 'live: clocks of seconds a move; correspondence: of days';
COMMENT ON COLUMN ratings.rating IS 'Elo, in thousandths';
COMMENT ON COLUMN ratings.games IS 'rated games';
COMMENT ON COLUMN ratings.won IS 'of them';
COMMENT ON COLUMN ratings.drawn IS 'of them';
COMMENT ON COLUMN ratings.lost IS 'of them';
COMMENT ON COLUMN ratings.last_rated_at IS 'when the latest of them ended';
COMMENT ON COLUMN ratings.ranked IS
  'counts on the ladder: ten games, the last within 90 days; a job takes inactive players off';
COMMENT ON COLUMN ratings.seq IS 'grows with every change; what compare-and-set compares';

CREATE INDEX ratings_ladder ON ratings (ladder, rating DESC, last_rated_at DESC, player_id DESC)
  WHERE ranked;
CREATE INDEX ratings_last_rated_at ON ratings (last_rated_at)
  WHERE ranked;
COMMENT ON INDEX ratings_ladder IS 'the ladder, from the top';
COMMENT ON INDEX ratings_last_rated_at IS 'who becomes inactive next';

CREATE TABLE rating_changes (
  player_id uuid NOT NULL,
  ladder text NOT NULL
    CHECK (ladder IN ('live', 'correspondence')),
  seq integer NOT NULL
    CHECK (seq >= 1),
  game_id uuid NOT NULL,
  opponent_id uuid NOT NULL,
  result text NOT NULL
    CHECK (result IN ('won', 'drawn', 'lost')),
  rating_before integer NOT NULL
    CHECK (rating_before >= 100000),
  rating_after integer NOT NULL
    CHECK (rating_after >= 100000),
  rated_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, ladder, seq),
  CONSTRAINT rating_changes_once UNIQUE (player_id, game_id)
);

COMMENT ON TABLE rating_changes IS
  'The journal of ratings: a row for each game and player. Shard: player_id.';
COMMENT ON COLUMN rating_changes.player_id IS 'whose rating changed';
COMMENT ON COLUMN rating_changes.ladder IS 'as in ratings';
COMMENT ON COLUMN rating_changes.seq IS 'that ratings had after it; some are missing, those without a game';
COMMENT ON COLUMN rating_changes.game_id IS 'by which game; once for each player';
COMMENT ON COLUMN rating_changes.opponent_id IS 'against whom; not a foreign key: another shard';
COMMENT ON COLUMN rating_changes.result IS 'of the player';
COMMENT ON COLUMN rating_changes.rating_before IS 'in thousandths';
COMMENT ON COLUMN rating_changes.rating_after IS 'in thousandths';
COMMENT ON COLUMN rating_changes.rated_at IS 'when the game ended';

CREATE INDEX rating_changes_rated_at ON rating_changes (player_id, ladder, rated_at);
COMMENT ON INDEX rating_changes_once IS 'no game is rated twice';
COMMENT ON INDEX rating_changes_rated_at IS 'what a player''s rating was at a time';

CREATE TABLE ladder_points (
  ladder text NOT NULL
    CHECK (ladder IN ('live', 'correspondence')),
  points integer NOT NULL,
  players bigint NOT NULL
    CHECK (players >= 0),
  PRIMARY KEY (ladder, points)
) WITH (fillfactor = 50);

COMMENT ON TABLE ladder_points IS
  'How many ranked players stand at each whole rating, but for ladder_deltas. Shard: ladder.';
COMMENT ON COLUMN ladder_points.ladder IS 'as in ratings';
COMMENT ON COLUMN ladder_points.points IS 'a rating as it is shown, halves rounded up';
COMMENT ON COLUMN ladder_points.players IS 'ranked ones at these points; written by the job that folds';

CREATE TABLE ladder_deltas (
  ladder text NOT NULL
    CHECK (ladder IN ('live', 'correspondence')),
  player_id uuid NOT NULL,
  seq integer NOT NULL
    CHECK (seq >= 1),
  left_points integer,
  entered_points integer,
  PRIMARY KEY (ladder, player_id, seq),
  CONSTRAINT ladder_deltas_some CHECK (left_points IS DISTINCT FROM entered_points)
);

COMMENT ON TABLE ladder_deltas IS
  'Moves of ranked players from points to points that ladder_points does not know of yet. Shard: ladder.';
COMMENT ON COLUMN ladder_deltas.ladder IS 'as in ratings';
COMMENT ON COLUMN ladder_deltas.player_id IS 'who moved; with seq it makes the row unique';
COMMENT ON COLUMN ladder_deltas.seq IS 'that ratings had after it';
COMMENT ON COLUMN ladder_deltas.left_points IS 'where the player stood; null: was not ranked';
COMMENT ON COLUMN ladder_deltas.entered_points IS 'where the player stands; null: is not ranked';

CREATE TABLE chips (
  player_id uuid NOT NULL PRIMARY KEY,
  balance bigint NOT NULL
    CHECK (balance >= 0),
  aside bigint NOT NULL
    CHECK (aside >= 0),
  earned_day integer NOT NULL,
  earned integer NOT NULL
    CHECK (earned BETWEEN 0 AND 500),
  seq integer NOT NULL
    CHECK (seq >= 1)
) WITH (fillfactor = 80);

COMMENT ON TABLE chips IS
  'Chips of those for whom something has moved; all others have 1,000. Shard: player_id.';
COMMENT ON COLUMN chips.player_id IS 'not a foreign key, as in ratings';
COMMENT ON COLUMN chips.balance IS 'the sum of all amounts in chip_entries';
COMMENT ON COLUMN chips.aside IS 'stakes and penalties of matches that run: the sum of all aside in chip_entries';
COMMENT ON COLUMN chips.earned_day IS 'days since 1970 (UTC) of the latest reward';
COMMENT ON COLUMN chips.earned IS 'rewards of that day';
COMMENT ON COLUMN chips.seq IS 'how many rows chip_entries has; what compare-and-set compares';

CREATE TABLE chip_entries (
  player_id uuid NOT NULL,
  seq integer NOT NULL
    CHECK (seq >= 1),
  kind text NOT NULL
    CHECK (kind IN ('start', 'stake', 'penalty', 'won', 'lost', 'stake-returned',
                    'penalty-returned', 'penalty-destroyed', 'reward')),
  amount integer NOT NULL,
  aside integer NOT NULL,
  balance bigint NOT NULL
    CHECK (balance >= 0),
  game_id uuid
    CHECK ((kind = 'start') = (game_id IS NULL)),
  entered_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, seq)
);

COMMENT ON TABLE chip_entries IS 'The journal of chips: a row for each movement. Shard: player_id.';
COMMENT ON COLUMN chip_entries.player_id IS 'whose chips';
COMMENT ON COLUMN chip_entries.seq IS 'counts the player''s entries from 1';
COMMENT ON COLUMN chip_entries.kind IS 'what happened';
COMMENT ON COLUMN chip_entries.amount IS 'change of the balance';
COMMENT ON COLUMN chip_entries.aside IS 'change of what is put aside';
COMMENT ON COLUMN chip_entries.balance IS 'the balance after it';
COMMENT ON COLUMN chip_entries.game_id IS 'the single game, or the match, which has its first game''s id';
COMMENT ON COLUMN chip_entries.entered_at IS 'whole milliseconds';
