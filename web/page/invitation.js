/** My invitation: the link to send, as text and as a code to point a phone at; the game begins when somebody accepts. */
import { takeBack } from './attempt.js';
import { copyable } from './copy.js';
import { button, foreign, h } from './dom.js';
import { t } from './i18n.js';
import { drawCode } from './qr.js';
import { watch } from './stream.js';
import { describe } from './terms.js';

/** Whoever closes the list of apps again has changed their mind: there is nothing to say. */
function shareButton(link) {
  return navigator.share && button(t('invitation.share'), () => navigator.share({ url: link }).catch(() => {}));
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
  const { field, button: copy, told } = copyable(link, t('invitation.link'), t('invitation.copy'));
  main.replaceChildren(
    h('h1', {}, t('invitation.title')),
    h(
      'div',
      { class: 'card' },
      h('p', {}, t('invitation.send')),
      field,
      h('div', { class: 'actions' }, copy, shareButton(link), button(t('invitation.cancel'), cancel), told),
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
  const cancel = () => takeBack(path);
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
