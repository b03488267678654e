/** The frame of the page, and what its address stands for: `#/`, `#/games/<id>`, … */
import { h } from './dom.js';
import { load, t } from './i18n.js';

/** By the first part of the address: the module that shows it, loaded when it is needed. */
const views = {
  '': () => import('./setup.js'),
  games: () => import('./game.js'),
  invitation: () => import('./invitation.js'),
  join: () => import('./join.js'),
  seek: () => import('./seek.js'),
};

const main = h('main', { id: 'main', tabindex: -1 });
let leave;
let arrivals = 0;

function frame() {
  return [
    h('a', { class: 'skip', href: '#main', onclick: skip }, t('frame.skip')),
    h(
      'header',
      { class: 'top' },
      h('a', { class: 'title', href: '#/' }, 'reversid'),
      h('nav', { 'aria-label': t('frame.nav') }, h('a', { href: '/docs' }, t('frame.docs'))),
    ),
    main,
    h('footer', { class: 'bottom' }, h('p', {}, t('frame.trademark'))),
  ];
}

/** The address is taken already, by what is shown. */
function skip(event) {
  event.preventDefault();
  main.focus();
}

/** Shows what the address says. */
async function arrive() {
  const [, name = '', argument = ''] = /^#\/([a-z]*)\/?(.*)$/.exec(location.hash) ?? [];
  const mine = (arrivals += 1);
  const view = await (views[name] ?? views[''])();
  if (mine !== arrivals) return;
  leave?.();
  leave = view.show(main, decodeURIComponent(argument));
  window.scrollTo(0, 0);
}

async function start() {
  await load();
  document.body.replaceChildren(...frame());
  window.addEventListener('hashchange', arrive);
  await arrive();
}

start();
