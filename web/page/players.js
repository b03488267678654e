/** A player: name, ratings, a challenge, a block. */
import * as api from './api.js';
import { attempt } from './attempt.js';
import { blockButton } from './blocks.js';
import { button, foreign, h } from './dom.js';
import { t } from './i18n.js';
import * as kept from './kept.js';
import { friendTerms } from './setup.js';
import { standing } from './standing.js';

async function challenge(id) {
  const made = await api.create('/v1/challenges', { ...friendTerms(), to: id });
  location.hash = `#/invitation/${made.id}`;
}

/** What somebody else may be asked for, or kept from. */
async function dealings(id) {
  const told = h('p', { class: 'warn', role: 'alert' });
  const ask = button(t('player.challenge'), () => attempt(told, () => challenge(id)), { class: 'primary' });
  const block = kept.session() && (await blockButton(id, told));
  return [h('div', { class: 'actions' }, ask, block), told];
}

async function load(main, id, isOpen) {
  try {
    const player = await api.get(`/v1/players/${id}`);
    const isMe = kept.session()?.player.id === id;
    const [ways, sections] = await Promise.all([isMe ? [] : dealings(id), player.ratings ? standing(player) : []]);
    if (!isOpen()) return;
    main.replaceChildren(h('h1', {}, foreign(player.name)), ...ways, ...sections);
  } catch (error) {
    if (!(error instanceof api.Refused) && !(error instanceof api.Unreachable)) throw error;
    const key = error instanceof api.Refused ? 'player.unknown' : 'connection.lost';
    if (isOpen()) main.replaceChildren(h('h1', {}, t('player.title')), h('p', {}, t(key)));
  }
}

export function show(main, id) {
  let open = true;
  main.replaceChildren(h('h1', {}, t('player.title')));
  load(main, id, () => open);
  return () => (open = false);
}
