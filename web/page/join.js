/** Somebody's invitation: looking at it accepts nothing. */
import * as api from './api.js';
import { button, foreign, h } from './dom.js';
import { t } from './i18n.js';
import { describe } from './terms.js';
import { refusalSentence } from './words.js';

function draw(main, challenge) {
  const refused = h('p', { class: 'warn', role: 'alert' });
  const accept = async () => {
    try {
      const game = await api.command('PUT', `/v1/challenges/${challenge.id}/acceptance`);
      location.replace(`#/games/${game.id}`);
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      refused.textContent = refusalSentence(error);
    }
  };
  const decline = async () => {
    await api.commandQuietly('PUT', `/v1/challenges/${challenge.id}/decline`, { reason: 'not-now' });
    location.hash = '#/mine';
  };
  main.replaceChildren(
    h('h1', {}, t('join.title')),
    h(
      'div',
      { class: 'card' },
      h('p', {}, t('join.from'), ' ', foreign(challenge.maker.name)),
      describe(challenge),
      h(
        'div',
        { class: 'actions' },
        button(t('join.accept'), accept, { class: 'primary' }),
        challenge.to && button(t('action.draw_decline'), decline),
      ),
      refused,
    ),
  );
}

async function load(main, code) {
  try {
    const challenge = await api.get(`/v1/challenges/${code}`);
    if (challenge.game_id) location.replace(`#/games/${challenge.game_id}`);
    else if (challenge.you === 'maker') location.replace(`#/invitation/${challenge.id}`);
    else if (challenge.status === 'open') draw(main, challenge);
    else throw new api.Refused(410, {});
  } catch (error) {
    const key = error instanceof api.Unreachable ? 'connection.lost' : 'join.gone';
    main.replaceChildren(h('h1', {}, t('join.title')), h('p', {}, t(key)), h('p', {}, h('a', { href: '#/' }, t('action.new_game'))));
  }
}

export function show(main, code) {
  main.replaceChildren(h('h1', {}, t('join.title')));
  load(main, code);
  return () => {};
}
