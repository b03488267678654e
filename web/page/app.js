/** The frame of the page, and what its address stands for: `#/`, `#/games/<id>`, … */
import { keepSettings } from './api.js';
import { button, h } from './dom.js';
import { language, languages, load, t } from './i18n.js';
import * as kept from './kept.js';

/** By the first part of the address: the module that shows it, loaded when it is needed. */
const views = {
  '': () => import('./setup.js'),
  games: () => import('./game.js'),
  invitation: () => import('./invitation.js'),
  join: () => import('./join.js'),
  ladder: () => import('./ladder.js'),
  me: () => import('./me.js'),
  mine: () => import('./mine.js'),
  players: () => import('./players.js'),
  review: () => import('./review.js'),
  rules: () => import('./rules.js'),
  seek: () => import('./seek.js'),
};

/** What the navigation leads to: the address, and the key of its text. */
const pages = [
  ['#/', 'frame.play'],
  ['#/mine', 'frame.games'],
  ['#/ladder', 'frame.ladder'],
  ['#/rules', 'frame.rules'],
  ['#/me', 'frame.me'],
  ['/docs', 'frame.docs'],
];

const main = h('main', { id: 'main', tabindex: -1 });
const nav = h('nav');
const notice = h('div', { class: 'notice', role: 'alert' });
let signedOut = false;
let leave;
let arrivals = 0;

function languageMenu() {
  const options = Object.entries(languages).map(([code, name]) =>
    h('option', { value: code, lang: code, selected: code === language() }, name),
  );
  const choose = async (event) => {
    kept.changeSettings({ language: event.target.value });
    keepSettings({ language: event.target.value });
    await begin();
    document.querySelector('header select').focus();
  };
  return h('select', { 'aria-label': t('frame.language'), onchange: choose }, options);
}

function frame() {
  nav.setAttribute('aria-label', t('frame.nav'));
  nav.replaceChildren(...pages.map(([href, key]) => h('a', { href }, t(key))));
  return [
    h('a', { class: 'skip', href: '#main', onclick: skip }, t('frame.skip')),
    h('header', { class: 'top' }, h('a', { class: 'title', href: '#/' }, 'reversid'), nav, languageMenu()),
    notice,
    main,
    h('footer', { class: 'bottom' }, h('p', {}, t('frame.trademark'))),
  ];
}

/** The address says already what is shown, so this link must not change it. */
function skip(event) {
  event.preventDefault();
  main.focus();
}

function markCurrent(name) {
  for (const link of nav.children) {
    if (link.getAttribute('href') === `#/${name}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

/** Shows what the address says. */
async function arrive() {
  const [, name = '', argument = ''] = /^#\/([a-z]*)\/?([\w-]*)$/.exec(location.hash) ?? [];
  const known = name in views ? name : '';
  const mine = (arrivals += 1);
  const view = await views[known]();
  if (mine !== arrivals) return;
  leave?.();
  leave = view.show(main, argument);
  document.title = `${main.querySelector('h1').textContent} – reversid`;
  markCurrent(known);
  window.scrollTo(0, 0);
}

/** Whoever follows a link is where it leads, also without eyes. */
async function follow() {
  await arrive();
  main.focus({ preventScroll: true });
}

/** Tells whoever had signed in that this is over, until they have read it. */
function drawNotice() {
  const sentence = h('p', {}, t('error.signed_out'), ' ', h('a', { href: '#/me' }, t('frame.sign_in')));
  notice.replaceChildren(...(signedOut ? [sentence, button(t('dialog.close'), kept.acknowledgeLoss)] : []));
}

/** Everything anew: at first, and in another language. */
async function begin() {
  await load();
  document.body.replaceChildren(...frame());
  drawNotice();
  await arrive();
}

window.addEventListener('hashchange', follow);
kept.onLoss((lost) => {
  signedOut = lost;
  drawNotice();
});
begin();
