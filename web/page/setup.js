/** The first page: what to play, and one button that begins it. */
import * as api from './api.js';
import { confirm } from './dialog.js';
import { button, choice, h } from './dom.js';
import { number, t } from './i18n.js';
import * as kept from './kept.js';
import { refusalSentence } from './words.js';

/** What each opponent begins with; the last choice of each replaces it. */
const defaults = {
  computer: { level: 'easy', color: 'black', opening: 'standard', length: 'single', clock: 'none', timeout: 'forfeit' },
  friend: { color: 'random', opening: 'standard', length: 'single', clock: 's30', timeout: 'forfeit' },
  local: { opening: 'standard', length: 'single', clock: 'none', timeout: 'forfeit' },
  anybody: { color: 'random', opening: 'standard', length: 'single', clock: 's30', timeout: 'forfeit' },
};

/** What only those who signed in can choose, and only against people. */
const forPlayers = { rated: 'no', staked: 'no' };

const live = ['none', 's15', 's30', 's60', 's300'];
const choices = {
  level: ['easy', 'medium', 'hard'],
  color: ['black', 'white', 'random'],
  opening: ['standard', 'original', 'xot'],
  length: ['single', 'w1', 'w3', 'w5'],
  clock: { computer: live, local: live, friend: [...live, 'd1', 'd3', 'd7'], anybody: [...live.slice(1), 'd1', 'd3', 'd7'] },
  timeout: ['forfeit', 'autoplay'],
  rated: ['no', 'yes'],
  staked: ['no', 'yes'],
};

/** What stands beside the button, and what is unfolded. */
const shown = ['level', 'color'];
const folded = ['rated', 'staked', 'opening', 'length', 'clock', 'timeout'];

/** The number behind the letter: `s30`, `w3`. */
const countOf = (value) => Number(value.slice(1));

/** What stands on each choice. */
const labels = {
  opponent: (value) => t(`opponent.${value}`),
  level: (value) => t(`level.${value}`),
  color: (value) => t(`color.${value}`),
  opening: (value) => t(`opening.${value}`),
  length: (value) => (value === 'single' ? t('length.single') : t('length.match', { n: countOf(value) })),
  clock: (value) => (value === 'none' ? t('clock.none') : t(value[0] === 's' ? 'clock.seconds' : 'clock.days', { n: countOf(value) })),
  timeout: (value) => t(`timeout.${value}`),
  rated: (value) => t(`dialog.${value}`),
  staked: (value) => t(`dialog.${value}`),
};

function group(name, values, chosen, onchange) {
  const options = values.map((value) =>
    choice({ type: 'radio', name, value, checked: value === chosen, onchange: () => onchange(value) }, labels[name](value)),
  );
  return h('fieldset', {}, h('legend', {}, t(`setup.${name}`)), h('div', { class: 'choices' }, options));
}

function clockOf({ clock, timeout }) {
  if (clock === 'none') return { kind: 'none' };
  const count = countOf(clock);
  const time = clock[0] === 's' ? { kind: 'per_move', seconds: count } : { kind: 'correspondence', days: count };
  return { ...time, on_timeout: timeout };
}

const mayBeRated = (opponent) => ['friend', 'anybody'].includes(opponent) && Boolean(kept.session()?.refresh_token);

/** What is sent for a choice. */
function bodyOf(opponent, chosen) {
  const body = { opening: chosen.opening, clock: clockOf(chosen) };
  if (mayBeRated(opponent)) Object.assign(body, { rated: chosen.rated === 'yes', staked: chosen.staked === 'yes' });
  if (chosen.length !== 'single') body.wins_needed = countOf(chosen.length);
  if (chosen.color) body.color = chosen.color;
  if (opponent === 'computer') body.opponent = { type: 'ai', level: chosen.level };
  if (opponent === 'local') body.opponent = { type: 'local' };
  return body;
}

/** What begins, and the address of what it leads to. */
const starts = {
  computer: ['/v1/games', '#/games/'],
  local: ['/v1/games', '#/games/'],
  friend: ['/v1/challenges', '#/invitation/'],
  anybody: ['/v1/seeks', '#/seek/'],
};

/** What was chosen last for each opponent. */
function lastChosen() {
  const chosen = kept.settings().setup?.chosen ?? {};
  return Object.fromEntries(
    Object.entries(defaults).map(([name, values]) => [name, { ...forPlayers, ...values, ...chosen[name] }]),
  );
}

/** What a challenge to somebody offers: as a friend's game was set up last. */
export function friendTerms() {
  return bodyOf('friend', lastChosen().friend);
}

class Setup {
  constructor() {
    const { opponent = 'computer' } = kept.settings().setup ?? {};
    this.opponent = opponent;
    this.chosen = lastChosen();
    this.button = h('button', { class: 'primary' }, t('setup.play'));
    this.message = h('p', { class: 'warn', role: 'alert' });
    this.near = h('div');
    this.far = h('div');
    const submit = (event) => {
      event.preventDefault();
      this.start();
    };
    this.element = h(
      'form',
      { class: 'card setup', onsubmit: submit },
      group('opponent', Object.keys(defaults), opponent, (value) => this.change(() => (this.opponent = value))),
      this.near,
      h('div', { class: 'actions' }, this.button),
      this.message,
      h('details', {}, h('summary', {}, t('setup.more')), this.far),
    );
    this.render();
  }

  change(how) {
    how();
    kept.changeSettings({ setup: { opponent: this.opponent, chosen: this.chosen } });
    this.render();
  }

  /** Only what depends on the opponent is made again, so that the focus stays where it is. */
  render() {
    const chosen = this.chosen[this.opponent];
    if (this.rendered === this.opponent) return;
    this.rendered = this.opponent;
    const fields = (names) =>
      names
        .filter((name) => name in defaults[this.opponent] || (name in forPlayers && mayBeRated(this.opponent)))
        .map((name) =>
          group(name, choices[name][this.opponent] ?? choices[name], chosen[name], (value) =>
            this.change(() => (chosen[name] = value)),
          ),
        );
    this.near.replaceChildren(...fields(shown));
    this.far.replaceChildren(...fields(folded));
  }

  async start() {
    this.button.disabled = true;
    this.message.textContent = '';
    try {
      const waiting = () => (this.message.textContent = t('connection.lost'));
      const [path, address] = starts[this.opponent];
      const { id } = await api.create(path, bodyOf(this.opponent, this.chosen[this.opponent]), { waiting });
      location.hash = address + id;
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      this.message.textContent = refusalSentence(error);
    } finally {
      this.button.disabled = false;
    }
  }
}

const cell = (value) => h('td', {}, number(value));

/** How games ended that were played in this browser, and how to forget all that it keeps. */
function keptHere() {
  const rows = Object.entries(kept.tally()).map(([rival, { won, drawn, lost }]) =>
    h('tr', {}, h('th', { scope: 'row' }, t(`tally.${rival}`)), cell(won), cell(drawn), cell(lost)),
  );
  const head = ['tally.won', 'tally.drawn', 'tally.lost'].map((key) => h('th', { scope: 'col' }, t(key)));
  const forget = async () => {
    if (!(await confirm(t('kept.question')))) return;
    // Whoever signed in is signed out; where that cannot be reached, the token ends by itself.
    if (kept.session()?.refresh_token) await api.ask('DELETE', '/v1/auth/session').catch(() => {});
    kept.forgetEverything();
    location.reload();
  };
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, t('kept.title')),
    rows.length ? h('table', { class: 'tally' }, h('thead', {}, h('tr', {}, h('td'), head)), h('tbody', {}, rows)) : undefined,
    h('p', { class: 'quiet' }, t('kept.text')),
    button(t('kept.forget'), forget),
  );
}

export function show(main) {
  const running = kept.runningGame();
  main.replaceChildren(
    h('h1', {}, t('setup.title')),
    ...(running ? [h('p', { class: 'card' }, h('a', { href: `#/games/${running}` }, t('setup.resume')))] : []),
    new Setup().element,
    keptHere(),
  );
  // The game's modules, while there is time; where that fails they are loaded when they are needed.
  import('./game.js').catch(() => {});
  return () => {};
}
