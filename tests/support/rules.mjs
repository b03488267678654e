/**
 * The rules of Reversi once more, written for clarity and from the rules alone: what the service's answers are held
 * against. Shares nothing with the engine.
 *
 *     const game = replay('f5d6c3', { opening: 'standard' });
 *     game.board, game.turn, game.passed, game.legal ([{ square, flips }]), game.over, game.result, game.plies
 */

const columns = 'abcdefgh';
const directions = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy])).filter(([dx, dy]) => dx || dy);
const discOf = { black: 'X', white: 'O' };
const centre = [27, 28, 35, 36];
const startBoard = '---------------------------OX------XO---------------------------';

export const start = `${startBoard} X`;

export const other = (color) => (color === 'black' ? 'white' : 'black');
export const indexOf = (square) => (Number(square[1]) - 1) * 8 + columns.indexOf(square[0]);
export const squareAt = (index) => `${columns[index % 8]}${Math.floor(index / 8) + 1}`;
export const countOf = (board, color) => [...board].filter((each) => each === discOf[color]).length;

/** The indexes of the discs that turn when `color` plays on an index; empty: not a legal move. */
function flipsOf(board, color, index) {
  if (board[index] !== '-') return [];
  const flips = [];
  for (const [dx, dy] of directions) {
    const line = [];
    let x = (index % 8) + dx;
    let y = Math.floor(index / 8) + dy;
    const inside = () => x >= 0 && x < 8 && y >= 0 && y < 8;
    for (; inside() && board[y * 8 + x] === discOf[other(color)]; x += dx, y += dy) line.push(y * 8 + x);
    if (inside() && board[y * 8 + x] === discOf[color]) flips.push(...line);
  }
  return flips.sort((one, two) => one - two);
}

function movesOf(board, color, inCentre) {
  const moves = [];
  for (let index = 0; index < 64; index += 1) {
    const free = inCentre && centre.includes(index) && board[index] === '-';
    const flips = inCentre ? [] : flipsOf(board, color, index);
    if (free || flips.length) moves.push({ square: squareAt(index), flips: flips.map(squareAt) });
  }
  return moves;
}

export class Replay {
  /** Starts from a position, `<64 characters> X`, or from an opening. */
  constructor({ opening = 'standard', position } = {}) {
    const original = opening === 'original' && !position;
    const [board, turn] = (position ?? (original ? `${'-'.repeat(64)} X` : start)).split(' ');
    Object.assign(this, { board, original, plies: [], passed: null });
    this.giveTurnTo(turn === 'X' ? 'black' : 'white');
    this.startPassed = this.passed;
  }

  get inCentre() {
    return this.original && centre.some((index) => this.board[index] === '-');
  }

  get moves() {
    return this.plies.map((each) => each.square).join('');
  }

  /** The board and the side to move as one text; the game must not be over. */
  get position() {
    return `${this.board} ${discOf[this.turn]}`;
  }

  giveTurnTo(color) {
    this.passed = null;
    this.turn = color;
    this.legal = movesOf(this.board, color, this.inCentre);
    if (this.legal.length) return;
    this.turn = other(color);
    this.legal = movesOf(this.board, this.turn, this.inCentre);
    this.passed = color;
    if (this.legal.length) return;
    this.turn = null;
    this.passed = null;
  }

  get over() {
    return this.turn === null;
  }

  /** Plays for the side to move; throws where the move is not legal. */
  play(square) {
    const move = this.legal.find((each) => each.square === square);
    if (!move) throw new Error(`${square} is not legal after ${this.moves}`);
    const color = this.turn;
    const changed = new Set([square, ...move.flips].map(indexOf));
    this.board = [...this.board].map((disc, index) => (changed.has(index) ? discOf[color] : disc)).join('');
    this.plies.push({ ply: this.plies.length + 1, square, color, flips: move.flips });
    this.giveTurnTo(other(color));
    this.plies.at(-1).passed = this.passed;
    return this;
  }

  get discs() {
    const [black, white] = [countOf(this.board, 'black'), countOf(this.board, 'white')];
    return { black, white, empty: 64 - black - white };
  }

  /** As answers show the result of a game that ended by its discs; null while it is not over. */
  get result() {
    if (!this.over) return null;
    const { black, white, empty } = this.discs;
    const winner = black > white ? 'black' : white > black ? 'white' : null;
    const share = { black: [empty, 0], white: [0, empty] }[winner] ?? [empty / 2, empty / 2];
    return { winner, reason: 'discs', black, white, empties_to_winner: [black + share[0], white + share[1]] };
  }
}

/** The squares of a transcript. */
export const squaresOf = (transcript) => transcript.match(/../g) ?? [];

export function replay(transcript, start) {
  const game = new Replay(start);
  for (const square of squaresOf(transcript)) game.play(square);
  return game;
}

/** The result with best play for `color`, empties to the winner, by trying everything. */
export function solve(game, color) {
  if (game.over) {
    const [black, white] = game.result.empties_to_winner;
    return color === 'black' ? black - white : white - black;
  }
  const values = game.legal.map(({ square }) => solve(replay('', { position: game.position }).play(square), color));
  return game.turn === color ? Math.max(...values) : Math.min(...values);
}
