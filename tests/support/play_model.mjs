/**
 * A simple model of play between two people, for random commands over HTTP: what each is answered, and what the game is
 * afterwards. Written from what the contract promises; the rules are rules.mjs.
 *
 * Players are 0 and 1; a caller may also be 'stranger', or 'anonymous', who has no token.
 */
import { Replay, other } from './rules.mjs';

const ok = (status, replay = false) => ({ status, replay });
const no = (status, code) => ({ status, code });

export class PlayModel {
  /** @param terms  clock: whether there is one, autoplay, winsNeeded: 0 for a single game */
  constructor(terms, black = 0, more = {}) {
    Object.assign(this, { terms, black, number: 1, wins: [0, 0], misses: { black: 0, white: 0 } }, more);
    Object.assign(this, { rules: new Replay(), by: [], status: 'live', reason: null, winner: null, offer: null, spent: new Set(), wants: new Set(), refused: new Set() });
    this.version = 1;
  }

  colorOf(caller) {
    return caller === this.black ? 'black' : 'white';
  }

  playerOf(color) {
    return color === 'black' ? this.black : 1 - this.black;
  }

  get live() {
    return this.status === 'live';
  }

  get matchIsOver() {
    const { winsNeeded } = this.terms;
    // Whoever has a clock here plays for chips.
    const nobodyCame = this.number === 1 && this.reason === 'timeout' && !this.hasBegun;
    return !winsNeeded || this.status === 'aborted' || this.reason === 'abandoned' || nobodyCame || this.wins.includes(winsNeeded);
  }

  /** The game that follows by itself, or as a rematch. */
  follower() {
    if (this.live) return undefined;
    if (this.wants.size === 2) return new PlayModel(this.terms, 1 - this.black);
    if (this.matchIsOver) return undefined;
    const { wins, number, misses } = this;
    const swapped = { black: misses.white, white: misses.black };
    return new PlayModel(this.terms, 1 - this.black, { wins: [...wins], number: number + 1, misses: swapped });
  }

  end(reason, winner) {
    this.version += 1;
    this.status = reason === 'aborted' ? 'aborted' : 'finished';
    this.reason = reason === 'aborted' ? null : reason;
    this.winner = winner;
    if (winner) this.wins[this.playerOf(winner)] += 1;
  }

  place(square, by) {
    this.rules.play(square);
    this.by.push(by);
    this.offer = null;
    this.spent.delete(this.rules.plies.at(-1).color);
    if (this.rules.over) this.end('discs', this.rules.result.winner);
    else this.version += 1;
  }

  get hasBegun() {
    const own = this.rules.plies.filter((_, index) => this.by[index] !== 'auto');
    return ['black', 'white'].every((color) => own.filter((ply) => ply.color === color).length >= 2);
  }

  /** The turn's time is over. @param square  that the server chose, where it plays */
  timeOut(square) {
    const color = this.rules.turn;
    if (!this.terms.clock) this.end('aborted');
    else if (!this.terms.autoplay) this.end('timeout', other(color));
    else if ((this.misses[color] += 1) === 3) this.end('abandoned', other(color));
    else this.place(square, 'auto');
  }

  /** A command: what it is answered. `caller` has a seat from here on in each. */
  answer(command, caller, more = {}) {
    if (caller === 'anonymous') return no(401, 'token-missing');
    if (caller === 'stranger') return no(403, 'not-a-seat');
    return this[command](caller, more);
  }

  move(caller, { ply, square }) {
    const played = this.rules.plies[ply - 1];
    const color = this.colorOf(caller);
    if (played?.square === square && played.color === color && this.by[ply - 1] === 'human') return ok(200, true);
    if (!this.live) return no(409, 'game-over');
    if (played) return no(409, 'ply-already-played');
    if (ply > this.rules.plies.length + 1) return no(409, 'out-of-step');
    if (this.rules.turn !== color) return no(409, 'not-your-turn');
    if (!this.rules.legal.some((each) => each.square === square)) return no(422, 'illegal-move');
    this.misses[color] = 0;
    this.place(square, 'human');
    return ok(201);
  }

  undo() {
    return no(403, 'undo-not-allowed');
  }

  resign(caller) {
    const color = this.colorOf(caller);
    if (this.reason === 'resignation' && this.winner === other(color)) return ok(200, true);
    if (!this.live) return no(409, 'game-over');
    this.end('resignation', other(color));
    return ok(200);
  }

  abort() {
    if (this.status === 'aborted') return ok(200, true);
    if (!this.live) return no(409, 'game-over');
    if (this.hasBegun || this.number > 1) return no(409, 'too-late-to-abort');
    this.end('aborted');
    return ok(200);
  }

  offerDraw(caller) {
    const color = this.colorOf(caller);
    if (this.offer?.by === color && (this.live || this.reason === 'agreement')) return ok(200, true);
    if (!this.live) return no(409, 'game-over');
    if (this.offer) return no(409, 'draw-offered');
    if (this.spent.has(color)) return no(409, 'draw-offer-repeated');
    this.spent.add(color);
    this.offer = { by: color, ply: this.rules.plies.length };
    this.version += 1;
    return ok(200);
  }

  /** @param ply  of the offer that is meant; without it whichever stands */
  dropDraw(caller, { ply }) {
    if (!this.live || !this.offer || (ply ?? this.offer.ply) !== this.offer.ply) return ok(204, true);
    this.offer = null;
    this.version += 1;
    return ok(204);
  }

  acceptDraw(caller) {
    const own = this.offer?.by === this.colorOf(caller);
    if (this.reason === 'agreement' && !own) return ok(200, true);
    if (!this.live) return no(409, 'game-over');
    if (!this.offer) return no(409, 'no-draw-offer');
    if (own) return no(403, 'own-offer');
    this.end('agreement', null);
    return ok(200);
  }

  rematch(caller) {
    if (this.live) return no(409, 'game-not-over');
    if (!this.matchIsOver) return no(409, 'match-not-over');
    if (this.wants.has(caller)) return ok(200, true);
    if (this.wants.size === 0) {
      if (this.refused.has(caller)) return no(409, 'rematch-declined');
      this.wanted = { by: this.colorOf(caller), status: 'offered' };
    } else this.wanted.status = 'begun';
    this.wants.add(caller);
    this.version += 1;
    return ok(this.wants.size === 2 ? 201 : 200);
  }

  /** @param by  the colour of whoever offered what is meant; without it whoever has */
  dropRematch(caller, { by }) {
    if (this.wants.size === 2) return no(409, 'rematch-begun');
    const [offerer] = this.wants;
    if (this.wants.size === 0 || (by && by !== this.colorOf(offerer))) return ok(204, true);
    this.wants.clear();
    this.refused.add(offerer);
    this.wanted.status = offerer === caller ? 'withdrawn' : 'declined';
    this.version += 1;
    return ok(204);
  }

  leave(caller) {
    const color = this.colorOf(caller);
    if (this.status === 'aborted' || (this.reason === 'abandoned' && this.winner === other(color))) return ok(200, true);
    if (!this.live) return no(409, 'match-over');
    if (this.number === 1 && !this.hasBegun) this.end('aborted');
    else this.end('abandoned', other(color));
    return ok(200);
  }

  /** What of the game an onlooker sees. */
  get seen() {
    const { version, status, rules, live, winner, reason, misses, terms, wins, number } = this;
    return {
      version,
      status,
      moves: rules.moves,
      board: rules.board,
      turn: live ? rules.turn : null,
      by: this.by.at(-1) ?? null,
      offer: live ? this.offer : null,
      result: status === 'finished' ? { winner: winner ?? null, reason } : null,
      misses: terms.clock ? misses : null,
      running: terms.clock ? live : null,
      match: terms.winsNeeded ? { number, wins: [wins[this.black], wins[1 - this.black]], over: !live && this.matchIsOver && status === 'finished' } : null,
      rematch: this.wanted ?? null,
    };
  }
}

/** The same of a game that the service shows. */
export function seenOf(game) {
  const { version, status, moves, board, turn, last_move: last, draw_offer: offer, result, clock, match, rematch } = game;
  return {
    version,
    status,
    moves,
    board,
    turn,
    by: last?.by ?? null,
    offer,
    result: result && { winner: result.winner, reason: result.reason },
    misses: clock && clock.misses,
    running: clock && clock.deadline_at !== null,
    match: match && { number: match.game_number, wins: match.wins.map(({ wins }) => wins), over: match.winner !== null },
    rematch: rematch && { by: rematch.by, status: rematch.status },
  };
}
