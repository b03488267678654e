/** A player: name, ratings, and a challenge. */
import * as api from './api.js';
import { button, foreign, h } from './dom.js';
import { t } from './i18n.js';
import * as kept from './kept.js';
import { friendTerms } from './setup.js';
import { standing } from './standing.js';
import { refusalSentence } from './words.js';

async function challenge(id, told) {
  try {
    const made = await api.create('/v1/challenges', { ...friendTerms(), to: id });
    location.hash = `#/invitation/${made.id}`;
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    told.textContent = refusalSentence(error);
  }
}

async function load(main, id, isOpen) {
  try {
    const player = await api.get(`/v1/players/${id}`);
    const sections = player.ratings ? await standing(player) : [];
    if (!isOpen()) return;
    const told = h('p', { class: 'warn', role: 'alert' });
    const isMe = kept.session()?.player.id === id;
    main.replaceChildren(
      h('h1', {}, foreign(player.name)),
      ...(isMe ? [] : [h('p', {}, button(t('player.challenge'), () => challenge(id, told), { class: 'primary' })), told]),
      ...sections,
    );
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
