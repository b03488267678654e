/** A ladder from the top, page by page, with my own place and my neighbours above it. */
import * as api from './api.js';
import { button, foreign, h } from './dom.js';
import { number, signed, t } from './i18n.js';
import * as kept from './kept.js';
import { ladders, placeSentence } from './standing.js';

const pageItems = 50;

function row({ rank, player, rating, games, won, drawn, lost, change_30d: change }) {
  const mine = kept.session()?.player.id === player.id;
  return h(
    'tr',
    { class: mine && 'mine' },
    h('td', {}, number(rank)),
    h('th', { scope: 'row' }, h('a', { href: `#/players/${player.id}` }, foreign(player.name))),
    h('td', {}, number(rating)),
    h('td', {}, number(games)),
    h('td', {}, `${number(won)} / ${number(drawn)} / ${number(lost)}`),
    h('td', {}, signed(change)),
  );
}

function table(items, label) {
  const names = ['rank', 'player', 'rating', 'games', 'record', 'change'];
  const head = names.map((name) => h('th', { scope: 'col' }, t(`column.${name}`)));
  const body = h('tbody', {}, items.map(row));
  const element = h(
    'div',
    { class: 'wide', tabindex: 0, role: 'region', 'aria-label': label },
    h('table', {}, h('thead', {}, h('tr', {}, head)), body),
  );
  return { element, add: (more) => body.append(...more.map(row)) };
}

function tabs(chosen) {
  const link = (ladder) => h('a', { href: `#/ladder/${ladder}`, 'aria-current': ladder === chosen && 'page' }, t(`ladder.${ladder}`));
  return h('p', { class: 'tabs' }, ladders.map(link));
}

async function myPlace(ladder) {
  const session = kept.session();
  if (!session?.refresh_token) return [h('p', { class: 'quiet' }, t('ladder.signed_in'))];
  const place = await api.get(`/v1/ladders/${ladder}/players/${session.player.id}?around=2`);
  const section = h('section', {}, h('h2', {}, t('ladder.mine')), h('p', {}, placeSentence(place)));
  if (place.items.length) section.append(table(place.items, t('ladder.mine')).element);
  return [section];
}

async function top(ladder) {
  const path = `/v1/ladders/${ladder}?limit=${pageItems}`;
  const { items, next_cursor: next } = await api.get(path);
  if (!items.length) return [h('p', { class: 'quiet' }, t('ladder.empty'))];
  const { element, add } = table(items, t(`ladder.${ladder}`));
  if (!next) return [element];
  let cursor = next;
  const more = button(t('ladder.more'), async () => {
    const page = await api.get(`${path}&cursor=${encodeURIComponent(cursor)}`);
    add(page.items);
    cursor = page.next_cursor;
    more.hidden = !cursor;
  });
  return [element, more];
}

async function load(main, ladder, isOpen) {
  const title = h('h1', {}, t('frame.ladder'));
  try {
    const [mine, all] = await Promise.all([myPlace(ladder), top(ladder)]);
    if (isOpen()) main.replaceChildren(title, tabs(ladder), ...mine, h('h2', {}, t(`ladder.${ladder}`)), ...all);
  } catch (error) {
    if (!(error instanceof api.Refused) && !(error instanceof api.Unreachable)) throw error;
    if (isOpen()) main.replaceChildren(title, h('p', {}, t('connection.lost')));
  }
}

export function show(main, name) {
  let open = true;
  main.replaceChildren(h('h1', {}, t('frame.ladder')));
  load(main, ladders.includes(name) ? name : ladders[0], () => open);
  return () => (open = false);
}
