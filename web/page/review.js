/** A game that is over, move by move, with what each was worth once the service has looked at it. */
import * as api from './api.js';
import { createBoard } from './board.js';
import { button, foreign, h } from './dom.js';
import { number, signed, t } from './i18n.js';
import { watch } from './stream.js';
import { moveSentence, nameOf, passSentence, refusalSentence, resultSentences } from './words.js';

const strength = 'quick';

class Review {
  constructor(id) {
    this.path = `/v1/games/${id}`;
    this.ply = 0;
    this.reviewed = [];
    this.board = createBoard();
    this.sentence = h('p', { class: 'status', role: 'status' });
    this.value = h('p', { class: 'quiet' });
    this.progress = h('p', { class: 'quiet', role: 'status' });
    this.rows = h('tbody');
    this.slider = h('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': t('review.ply'), oninput: () => this.go(Number(this.slider.value)) });
    this.element = h('div', { class: 'game' }, h('div', {}, this.board.element, this.controls()), this.side());
  }

  controls() {
    return h(
      'div',
      { class: 'actions steps', dir: 'ltr' },
      button('«', () => this.go(0), { 'aria-label': t('review.first') }),
      button('‹', () => this.go(this.ply - 1), { 'aria-label': t('review.back') }),
      this.slider,
      button('›', () => this.go(this.ply + 1), { 'aria-label': t('review.forward') }),
      button('»', () => this.go(this.last), { 'aria-label': t('review.last') }),
    );
  }

  side() {
    const names = ['review.move', 'review.value', 'review.lost', 'review.best'];
    return h(
      'div',
      { class: 'side' },
      this.sentence,
      this.value,
      this.progress,
      h(
        'div',
        { class: 'moves', tabindex: 0, role: 'region', 'aria-label': t('review.moves') },
        h('table', {}, h('thead', {}, h('tr', {}, names.map((name) => h('th', { scope: 'col' }, t(name))))), this.rows),
      ),
    );
  }

  async start(main, isOpen) {
    this.isOpen = isOpen;
    this.game = await api.get(this.path);
    this.moves = (await api.get(`${this.path}/moves`)).items;
    if (!isOpen()) return undefined;
    this.last = this.game.ply;
    this.slider.max = this.last;
    const { black, white } = this.game.players;
    main.replaceChildren(h('h1', {}, foreign(nameOf(black)), ' – ', foreign(nameOf(white))), h('p', {}, resultSentences(this.game).join(' ')), this.element);
    await this.go(this.last);
    return this.game.status === 'finished' ? this.follow() : undefined;
  }

  async follow() {
    await api.command('POST', `${this.path}/review`, { strength });
    return watch(`${this.path}/review?strength=${strength}`, (review) => {
      this.take(review);
      return review.status === 'done' || review.status === 'failed';
    });
  }

  take({ status, progress, moves }) {
    this.reviewed = moves;
    const going = status === 'queued' || status === 'running';
    this.progress.textContent = going ? t('review.progress', { done: progress.done, total: progress.total }) : t(`review.${status}`);
    this.renderRows();
    this.renderMove();
  }

  /** Shows the position after so many plies, as the service has it. */
  async go(ply) {
    const wanted = Math.max(0, Math.min(this.last, ply));
    this.ply = wanted;
    this.slider.value = wanted;
    const position = await api.get(`${this.path}?ply=${wanted}`).catch(() => undefined);
    if (!this.isOpen() || wanted !== this.ply) return;
    if (position) this.position = position;
    else this.progress.textContent = t('connection.lost');
    this.renderMove();
    this.renderRows();
  }

  renderMove() {
    const { position, ply } = this;
    if (!position) return;
    const move = position.last_move;
    const review = this.reviewed[ply - 1];
    const better = review?.discs_lost > 0 ? review.best : undefined;
    this.board.show({ board: position.board, legal: [], last: move?.square, hint: better });
    this.element.dataset.ply = ply;
    this.sentence.textContent = move
      ? [moveSentence(move), position.passed && passSentence(position.passed)].filter(Boolean).join(' ')
      : t('review.begin');
    this.value.textContent = better ? t('review.better', { square: better, n: review.discs_lost }) : '';
  }

  renderRows() {
    const cell = (text) => h('td', {}, text ?? '');
    const show = (move) => {
      const review = this.reviewed[move.ply - 1];
      const known = review && review.after !== null;
      return h(
        'tr',
        { class: move.ply === this.ply ? 'current' : undefined },
        h('td', {}, button(`${number(move.ply)}. ${move.square}`, () => this.go(move.ply), { class: move.color, 'aria-current': move.ply === this.ply && 'step' })),
        cell(known ? signed(review.after) : ''),
        cell(known && review.discs_lost ? number(review.discs_lost) : ''),
        cell(known && review.discs_lost ? review.best : ''),
      );
    };
    const focused = this.rows.contains(document.activeElement);
    this.rows.replaceChildren(...this.moves.map(show));
    if (focused) this.rows.querySelector('.current button')?.focus();
  }
}

export function show(main, id) {
  let open = true;
  let watching;
  const fail = (error) => {
    if (!(error instanceof api.Refused) && !(error instanceof api.Unreachable)) throw error;
    const told = error instanceof api.Refused ? refusalSentence(error) : t('connection.lost');
    if (open) main.replaceChildren(h('h1', {}, t('action.review')), h('p', {}, told));
  };
  main.replaceChildren(h('h1', {}, t('action.review')));
  new Review(id).start(main, () => open).then((started) => {
    watching = started;
    if (!open) watching?.close();
  }, fail);
  return () => {
    open = false;
    watching?.close();
  };
}
