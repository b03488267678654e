/**
 * What must hold inside every game that an answer shows, beyond its schema. No rule of Reversi is needed for it: it is
 * what a client without rules relies on.
 */

/** All games inside a JSON value: [[JSON pointer, game]]. */
export function* gamesIn(value, at = '') {
  if (value === null || typeof value !== 'object') return;
  if (typeof value.board === 'string' && typeof value.next_ply === 'number') yield [at, value];
  for (const [key, child] of Object.entries(value)) yield* gamesIn(child, `${at}/${key}`);
}

const squares = [...'12345678'].flatMap((row) => [...'abcdefgh'].map((column) => column + row));
const letters = { black: 'X', white: 'O' };

/** The disc on a square: 'X', 'O' or '-'. */
export function discAt(board, square) {
  return board[squares.indexOf(square)];
}

function inBoardOrder(list) {
  const places = list.map((square) => squares.indexOf(square));
  return places.every((place, index) => index === 0 || places[index - 1] < place);
}

function count(board, disc) {
  return [...board].filter((each) => each === disc).length;
}

/**
 * The first contradiction inside a game, in words; undefined if there is none.
 *
 * @param earlier  the answer shows an earlier position (?ply=): status and result are then not of that moment
 */
export function whatContradicts(game, earlier = false) {
  return rules.find(([, holds]) => !holds(game, earlier))?.[0];
}

const rules = [
  ['next_ply is not ply + 1', (game) => game.next_ply === game.ply + 1],
  ['moves does not have ply placements', (game) => game.moves.length === 2 * game.ply],
  ['discs.black is not what the board shows', (game) => game.discs.black === count(game.board, 'X')],
  ['discs.white is not what the board shows', (game) => game.discs.white === count(game.board, 'O')],
  ['discs.empty is not what the board shows', (game) => game.discs.empty === count(game.board, '-')],
  ['turn and legal_moves disagree', (game) => (game.turn === null) === (game.legal_moves.length === 0)],
  [
    'turn and status disagree',
    (game, earlier) => earlier || (game.turn === null) === (game.status !== 'live'),
  ],
  ['result and status disagree', (game) => (game.result !== null) === (game.status === 'finished')],
  [
    'result does not count the discs of the board',
    (game, earlier) =>
      earlier ||
      !game.result ||
      (game.result.black === game.discs.black && game.result.white === game.discs.white),
  ],
  [
    'the winner by discs does not have more discs',
    ({ result }) =>
      result?.reason !== 'discs' ||
      result.winner ===
        (result.black > result.white ? 'black' : result.black < result.white ? 'white' : null),
  ],
  [
    'result.empties_to_winner does not share out 64 squares',
    ({ result }) => !result || result.empties_to_winner[0] + result.empties_to_winner[1] === 64,
  ],
  [
    'last_move is not the move of this ply',
    (game) => (game.last_move?.ply ?? 0) === game.ply,
  ],
  [
    'last_move is not the last of moves',
    (game) => (game.last_move?.square ?? '') === game.moves.slice(-2),
  ],
  [
    'the disc of last_move does not lie there',
    ({ board, last_move: move }) =>
      !move || [move.square, ...move.flips].every((each) => discAt(board, each) === letters[move.color]),
  ],
  [
    'passed is not what last_move says',
    (game) => !game.last_move || game.passed === game.last_move.passed,
  ],
  [
    'the side that passed is to move',
    (game) => game.passed === null || game.passed !== game.turn,
  ],
  [
    'legal_moves are not in board order',
    (game) => inBoardOrder(game.legal_moves.map((move) => move.square)),
  ],
  [
    'a legal move lies on a disc',
    (game) => game.legal_moves.every((move) => discAt(game.board, move.square) === '-'),
  ],
  [
    'a legal move flips what is not the opponent’s',
    ({ board, turn, legal_moves: moves }) =>
      moves.every(({ flips }) =>
        flips.every((each) => discAt(board, each) === letters[turn === 'black' ? 'white' : 'black']),
      ),
  ],
  [
    'flips are not in board order',
    (game) =>
      [...game.legal_moves, ...game.played].every((move) => inBoardOrder(move.flips)),
  ],
  [
    'played does not lead up to the present ply',
    (game, earlier) =>
      earlier ||
      game.played.every((move, index) => move.ply === game.ply - game.played.length + 1 + index),
  ],
  ['can_undo in a game that is over', (game) => !game.can_undo || game.status === 'live'],
  ['can_abort or can_offer_draw in a game that is over', (game) => !(game.can_abort || game.can_offer_draw) || game.status === 'live'],
  ['can_rematch in a game that is not over', (game) => !game.can_rematch || game.status !== 'live'],
  ['somebody without a seat can do something', (game) => game.you.length > 0 || !(game.can_undo || game.can_abort || game.can_offer_draw || game.can_rematch)],
  ['a rematch is named exactly where it has begun', (game) => !game.rematch || (game.rematch.status === 'begun') === (game.rematch.game_id !== null)],
  ['updated_at is before created_at', (game) => game.updated_at >= game.created_at],
  ['server_time is before updated_at', (game) => game.server_time >= game.updated_at],
];
