/** My invitation: the link to send, as text and as a code to point a phone at; the game begins when somebody accepts. */
import * as api from './api.js';
import { button, foreign, h } from './dom.js';
import { t } from './i18n.js';
import { drawCode } from './qr.js';
import { watch } from './stream.js';
import { describe } from './terms.js';

async function copy(link, told) {
  try {
    await navigator.clipboard.writeText(link);
    told.textContent = t('invitation.copied');
  } catch {
    told.textContent = t('invitation.not_copied');
  }
}

function ways(link, told) {
  const list = [button(t('invitation.copy'), () => copy(link, told), { class: 'primary' })];
  // Whoever closes the list of apps again has changed their mind: there is nothing to say.
  if (navigator.share) list.push(button(t('invitation.share'), () => navigator.share({ url: link }).catch(() => {})));
  return list;
}

function draw(main, challenge, cancel) {
  if (challenge.to) drawTo(main, challenge, cancel);
  else drawOpen(main, challenge, cancel);
}

/** A challenge to somebody, who finds it among their games. */
function drawTo(main, challenge, cancel) {
  main.replaceChildren(
    h('h1', {}, t('invitation.to'), ' ', foreign(challenge.to.name)),
    h('div', { class: 'card' }, h('p', { role: 'status' }, t('invitation.waiting_for_answer')), button(t('invitation.cancel'), cancel)),
    describe(challenge),
  );
}

function drawOpen(main, challenge, cancel) {
  const link = new URL(challenge.links.page, location.origin).href;
  const told = h('span', { role: 'status' });
  const field = h('input', { type: 'text', readonly: true, value: link, 'aria-label': t('invitation.link'), dir: 'ltr', onfocus: () => field.select() });
  main.replaceChildren(
    h('h1', {}, t('invitation.title')),
    h(
      'div',
      { class: 'card' },
      h('p', {}, t('invitation.send')),
      field,
      h('div', { class: 'actions' }, ways(link, told), button(t('invitation.cancel'), cancel), told),
      drawCode(link, t('invitation.qr')),
      h('p', { role: 'status' }, t('invitation.waiting')),
    ),
    describe(challenge),
  );
}

/** Why somebody declined, in words; `other` says nothing. */
const declines = {
  'not-now': 'declined.not_now',
  clock: 'declined.clock',
  length: 'declined.length',
  opening: 'declined.opening',
  color: 'declined.color',
  rated: 'declined.rated',
  casual: 'declined.casual',
};

const endings = { declined: 'invitation.declined', cancelled: 'invitation.cancelled', expired: 'invitation.expired' };

function drawEnd(main, challenge) {
  const title = challenge?.to ? [t('invitation.to'), ' ', foreign(challenge.to.name)] : t('invitation.title');
  const sentences = [endings[challenge?.status] ?? 'invitation.over', declines[challenge?.decline_reason]];
  main.replaceChildren(h('h1', {}, title), h('p', { role: 'status' }, sentences.filter(Boolean).map((key) => t(key)).join(' ')));
}

export function show(main, id) {
  main.replaceChildren(h('h1', {}, t('invitation.title')));
  const path = `/v1/challenges/${id}`;
  const cancel = async () => {
    await api.commandQuietly('DELETE', path);
    location.hash = '#/';
  };
  let drawn = false;
  const take = (challenge) => {
    if (challenge.game_id) location.replace(`#/games/${challenge.game_id}`);
    else if (challenge.status !== 'open') drawEnd(main, challenge);
    else if (!drawn) draw(main, challenge, cancel);
    drawn = true;
    return challenge.status !== 'open';
  };
  const watching = watch(path, take, undefined, ({ state }) => drawEnd(main, state));
  return () => watching.close();
}
