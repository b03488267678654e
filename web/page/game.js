/** A game, played or watched: the board, both seats, what happens, and what the viewer may do. */
import * as api from './api.js';
import { createBoard } from './board.js';
import { createClock } from './clock.js';
import { confirm } from './dialog.js';
import { button, foreign, h } from './dom.js';
import { number, t } from './i18n.js';
import * as kept from './kept.js';
import { knock } from './sound.js';
import { follow, watch } from './stream.js';
import { isMine, moveSentence, mySeat, nameOf, other, passSentence, refusalSentence, resultSentences, turnSentence, unrewardedSentence } from './words.js';

/** So long a move is looked at before the next one is shown. */
const showMs = 550;
const nextGameMs = 4000;
const heardMax = 20;
const skippedMax = 6;

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** One side's line: colour, name, clock, discs. */
function createSeat(onLow) {
  const clock = createClock(onLow);
  const mark = h('span', { class: 'mark', role: 'img' });
  const name = h('span', { class: 'name' });
  const count = h('span', { class: 'count' });
  const element = h('div', { class: 'seat' }, mark, name, clock.element, count);
  return {
    element,
    show(game, color) {
      const seat = game.players[color];
      mark.className = `mark ${color}`;
      mark.setAttribute('aria-label', t(`color.${color}`));
      const rating = typeof seat.rating === 'number' ? ` ${number(seat.rating)}` : '';
      name.replaceChildren(foreign(nameOf(seat)), rating, mySeat(game) === color ? ` (${t('seat.you')})` : '');
      count.textContent = number(game.discs[color]);
      count.setAttribute('aria-label', t('seat.discs', { n: game.discs[color] }));
      count.setAttribute('role', 'img');
      element.classList.toggle('turn', game.turn === color);
      clock.show(game.clock, game.turn === color);
    },
    stop: () => clock.stop(),
  };
}

class GameView {
  constructor(id) {
    this.id = id;
    this.path = `/v1/games/${id}`;
    this.queue = [];
    this.latest = 0;
    this.closing = [];
    this.board = createBoard({ onPlay: (square) => this.play(square) });
    this.far = createSeat();
    this.near = createSeat(() => this.say(t('said.hurry')));
    this.status = h('p', { class: 'status' });
    this.note = h('p', { class: 'note quiet' });
    this.match = h('p', { class: 'match' });
    this.connection = h('p', { class: 'warn', hidden: true }, t('connection.lost'));
    this.actions = h('div', { class: 'actions' });
    this.heard = h('div', { class: 'heard', role: 'log', 'aria-live': 'polite' });
    this.element = h(
      'div',
      { class: 'game' },
      h('div', {}, this.far.element, this.board.element, this.near.element),
      h('div', { class: 'side' }, this.status, this.note, this.match, this.connection, this.actions, this.heard),
    );
  }

  start() {
    const stream = follow(
      `${this.path}/events`,
      (game) => {
        this.receive(game);
        return game.status !== 'live';
      },
      (connected) => (this.connection.hidden = connected),
      (error) => (this.status.textContent = error.status === 404 ? t('game.unknown') : refusalSentence(error)),
    );
    this.closing.push(() => stream.close());
  }

  close() {
    this.closed = true;
    this.closing.forEach((each) => each());
    this.far.stop();
    this.near.stop();
  }

  /** Takes a state, from whatever answered first; older ones than are known say nothing new. */
  receive(game) {
    if (game.id !== this.id || game.version <= this.latest) return;
    this.latest = game.version;
    this.queue.push(game);
    if (!this.showing) this.showQueue();
  }

  async showQueue() {
    this.showing = true;
    while (this.queue.length && !this.closed) {
      const game = this.queue.shift();
      for (const earlier of await this.between(game)) await this.showFor(earlier);
      await this.showFor(game);
    }
    this.showing = false;
  }

  async showFor(game) {
    if (!this.closed && this.apply(game) && !reducedMotion()) await api.sleep(showMs);
  }

  /** The positions that were passed over by a stream that skipped to the latest one, where they are few. */
  async between({ branch, ply }) {
    const { game } = this;
    if (!game || game.branch !== branch || ply - game.ply > skippedMax) return [];
    const missing = Array.from({ length: Math.max(0, ply - game.ply - 1) }, (_, i) => game.ply + 1 + i);
    try {
      const positions = await Promise.all(missing.map((each) => api.get(`${this.path}?ply=${each}`)));
      return positions.map((each) => ({ ...each, branch, status: 'live', legal_moves: [], ai_waits_for: null }));
    } catch {
      return []; // it was only to be looked at
    }
  }

  /** Shows a state; true where a move is to be seen. */
  apply(game) {
    const before = this.game;
    const moved = Boolean(before) && game.branch === before.branch && game.ply > before.ply;
    this.game = game;
    this.pending = undefined;
    if (before?.ply !== game.ply || before?.branch !== game.branch) this.hint = undefined;
    this.tell(before, moved);
    this.render(moved);
    if (moved) knock();
    this.remember();
    if (game.status === 'live') this.sawLive = true;
    else this.afterTheEnd();
    return moved;
  }

  /** What a screen reader says. */
  tell(before, moved) {
    const { game } = this;
    if (moved) this.say(moveSentence(game.last_move));
    if (game.passed && (moved || !before)) this.say(passSentence(game.passed));
    if (game.status !== 'live') resultSentences(game).forEach((each) => this.say(each));
    else if (!before || turnSentence(game) !== turnSentence(before) || game.branch !== before.branch) this.say(turnSentence(game));
    if (game.draw_offer && !before?.draw_offer) this.say(t('draw.offered', { side: t(`side.${game.draw_offer.by}`) }));
  }

  say(sentence) {
    this.heard.append(h('p', {}, sentence));
    while (this.heard.childElementCount > heardMax) this.heard.firstElementChild.remove();
  }

  render(animate = false) {
    const { game } = this;
    const mine = game.status === 'live' && isMine(game, game.turn) && !this.pending;
    this.board.show({
      board: game.board,
      legal: mine ? game.legal_moves : [],
      last: game.last_move?.square,
      flipped: game.last_move?.flips,
      animate,
      pending: this.pending,
      hint: this.hint?.square,
    });
    const bottom = mySeat(game) ?? 'black';
    this.far.show(game, other(bottom));
    this.near.show(game, bottom);
    const live = game.status === 'live';
    this.status.textContent = live ? turnSentence(game) : resultSentences(game).join(' ');
    document.title = `${this.status.textContent} – reversid`;
    this.note.textContent = this.noteText();
    this.match.textContent = this.matchText();
    this.renderChoices();
    Object.assign(this.element.dataset, { status: game.status, ply: game.ply, turn: game.turn ?? '', branch: game.branch });
  }

  /** The focus stays on the button that has it, also where that is made again; where it is gone it goes to the board. */
  renderChoices() {
    const focused = this.actions.contains(document.activeElement) && document.activeElement.textContent;
    this.actions.replaceChildren(...this.choices());
    if (!focused) return;
    const again = [...this.actions.children].find((each) => each.textContent === focused && !each.disabled);
    if (again) again.focus();
    else this.board.focus();
  }

  noteText() {
    const { game } = this;
    const notes = [];
    if (game.passed) notes.push(passSentence(game.passed));
    if (game.last_move?.by === 'auto') notes.push(moveSentence(game.last_move));
    if (game.clock?.adjusted_ms) notes.push(t('clock.adjusted', { n: Math.ceil(game.clock.adjusted_ms / 1000) }));
    const missed = game.status === 'live' && game.clock?.misses[mySeat(game)];
    if (missed) notes.push(t('clock.missed', { n: missed }));
    if (game.draw_offer) notes.push(t('draw.offered', { side: t(`side.${game.draw_offer.by}`) }));
    if (this.hint) notes.push(t('hint.given', { square: this.hint.square }));
    if (game.you.length && this.isAsked()) notes.push(t('rematch.offered'));
    if (this.isWaiting()) notes.push(t('rematch.waiting'));
    for (const [color, { before, after }] of Object.entries(game.rating_change ?? {})) {
      notes.push(t('rating.change', { side: t(`side.${color}`), before, after }));
    }
    const unrewarded = kept.isSignedIn() && unrewardedSentence(game);
    if (unrewarded) notes.push(unrewarded);
    if (!game.you.length) notes.push(t('seat.watching'));
    if (this.refused) notes.push(this.refused);
    return notes.join(' ');
  }

  matchText() {
    const { match } = this.game;
    if (!match) return '';
    const [black, white] = match.wins;
    const values = { game: match.game_number, needed: match.wins_needed, black: black.wins, white: white.wins };
    return t('match.score', values);
  }

  /** What the viewer may do now; the service has the last word. */
  choices() {
    const { game } = this;
    if (!game.you.length) return game.status === 'live' ? [] : [this.reviewLink()];
    return game.status === 'live' ? this.choicesInGame() : this.choicesAfter();
  }

  choicesInGame() {
    const { game } = this;
    const mine = mySeat(game);
    const ai = mine && game.players[other(mine)].kind === 'ai';
    const offer = game.draw_offer;
    const list = [];
    if (ai) {
      list.push(button(t('action.undo'), () => this.undo(), { disabled: !game.can_undo }));
      list.push(button(t('action.hint'), () => this.askHint(), { disabled: game.turn !== mine }));
    } else if (game.can_offer_draw) {
      list.push(button(t(mine ? 'action.draw' : 'action.draw_local'), () => this.command('PUT', '/draw-offer', { ply: game.ply })));
    } else if (offer && isMine(game, offer.by)) {
      list.push(button(t('action.draw_back'), () => this.dropDraw()));
    } else if (offer) {
      list.push(button(t('action.draw_accept'), () => this.command('PUT', '/draw-offer/acceptance', { ply: offer.ply })));
      list.push(button(t('action.draw_decline'), () => this.dropDraw()));
    }
    if (game.can_abort) list.push(button(t('action.abort'), () => this.command('PUT', '/abort')));
    list.push(button(t('action.resign'), () => this.resign()));
    if (game.match) list.push(button(t('action.leave'), () => this.leave()));
    return list;
  }

  choicesAfter() {
    const { game } = this;
    const list = [];
    const next = game.match?.next_game_id ?? game.rematch?.game_id;
    if (next) {
      list.push(button(t('action.next_game'), () => this.go(next), { class: 'primary' }));
    } else if (game.can_rematch) {
      list.push(button(t('action.rematch'), () => this.rematch(), { class: 'primary' }));
    }
    if (this.isAsked()) list.push(button(t('action.draw_decline'), () => this.dropRematch()));
    if (this.isWaiting()) list.push(button(t('action.draw_back'), () => this.dropRematch()));
    list.push(button(t('action.new_game'), () => (location.hash = '#/')));
    if (game.status === 'finished') list.push(this.reviewLink());
    return list;
  }

  /** Whether an offer of a rematch stands: the other side's, or mine. */
  isAsked() {
    const { rematch } = this.game;
    return rematch?.status === 'offered' && !isMine(this.game, rematch.by);
  }

  isWaiting() {
    const { rematch } = this.game;
    return rematch?.status === 'offered' && isMine(this.game, rematch.by);
  }

  reviewLink() {
    return h('a', { href: `#/review/${this.id}` }, t('action.review'));
  }

  /** Sends a command about this game, until it is answered. Where it was refused, the board shows how things stand. */
  async command(method, rest, body) {
    this.refused = undefined;
    try {
      const waiting = () => (this.connection.hidden = false);
      const answer = await api.command(method, this.path + rest, body, { waiting });
      this.connection.hidden = true;
      if (answer?.id === this.id) this.receive(answer);
      return answer;
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      this.pending = undefined;
      this.refused = refusalSentence(error);
      if (error.state) this.receive(error.state);
      if (this.game) this.render();
      return undefined;
    }
  }

  async play(square) {
    if (this.pending) return;
    const { next_ply: ply, branch } = this.game;
    this.pending = square;
    this.render();
    await this.command('PUT', `/moves/${ply}`, { square, branch });
  }

  undo() {
    return this.command('PUT', `/branches/${this.game.branch + 1}`);
  }

  async askHint() {
    const hint = await this.command('POST', '/hint', {});
    if (!hint || hint.ply !== this.game.next_ply || hint.branch !== this.game.branch) return;
    this.hint = hint;
    this.say(t('hint.given', { square: hint.square }));
    this.render();
  }

  async resign() {
    const { game } = this;
    const question = mySeat(game) ? t('confirm.resign') : t('confirm.resign_local', { side: t(`side.${game.turn}`) });
    if (await confirm(question)) await this.command('PUT', '/resignation', { seat: mySeat(game) ?? game.turn });
  }

  async leave() {
    const { game } = this;
    if (!(await confirm(t('confirm.leave')))) return;
    await api.commandQuietly('PUT', `/v1/matches/${game.match.id}/leave`, { seat: mySeat(game) ?? game.turn });
    await this.lookAgain();
  }

  /** After a command whose answer is not this game; where that fails, the stream will tell. */
  async lookAgain() {
    const game = await api.get(this.path).catch(() => undefined);
    if (game) this.receive(game);
  }

  async dropDraw() {
    await this.command('DELETE', '/draw-offer');
  }

  async dropRematch() {
    await this.command('DELETE', `/rematch?by=${this.game.rematch.by}`);
    await this.lookAgain();
  }

  async rematch() {
    const answer = await this.command('PUT', '/rematch');
    if (answer && answer.id !== this.id) this.go(answer.id);
  }

  go(id) {
    if (!this.closed) location.hash = `#/games/${id}`;
  }

  remember() {
    const { game } = this;
    if (!game.you.length) return;
    if (game.status === 'live') kept.setRunningGame(game.id);
    else if (kept.runningGame() === game.id) kept.setRunningGame(undefined);
    const mine = mySeat(game);
    if (game.status !== 'finished' || !mine) return;
    const rival = game.players[other(mine)];
    const { winner } = game.result;
    kept.count(game.id, rival.level ?? 'human', !winner ? 'drawn' : winner === mine ? 'won' : 'lost');
  }

  /**
   * The stream is over then: the next game of a match comes by itself, a rematch when the other side wants it. Whoever opens a
   * game that was over before stays there.
   */
  afterTheEnd() {
    const { game } = this;
    const next = game.match?.next_game_id;
    const rematch = game.rematch?.game_id;
    if (next && this.sawLive && !this.ended) setTimeout(() => this.go(next), nextGameMs);
    if (rematch && this.ended && game.you.length) this.go(rematch);
    const mine = mySeat(game);
    const isAwaited = mine && !next && !rematch && game.players[other(mine)].kind === 'human';
    if (isAwaited && !this.ended) this.awaitRematch();
    this.ended = true;
  }

  awaitRematch() {
    const watching = watch(this.path, (game) => {
      this.receive(game);
      return Boolean(game.rematch?.game_id);
    });
    this.closing.push(() => watching.close());
  }
}

/** Shows the game of the address; returns what ends that. */
export function show(main, id) {
  const view = new GameView(id);
  main.replaceChildren(h('h1', { class: 'heard' }, t('game.title')), view.element);
  view.start();
  return () => view.close();
}
