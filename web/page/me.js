/** Who I am here: a guest who may sign in, or a player with a name, ratings and a way out. */
import { accountCard, nameCard } from './account.js';
import * as api from './api.js';
import { blocksCard } from './blocks.js';
import { foreign, h } from './dom.js';
import { showButton } from './google.js';
import { t } from './i18n.js';
import * as kept from './kept.js';
import { sessionsCard } from './sessions.js';
import { bringSettings, settingsCard } from './settings.js';
import { standing } from './standing.js';
import { tokensCard } from './tokens.js';
import { refusalSentence } from './words.js';

/** Asks to sign in; as nobody where a guest turns out to be nobody any more, for then that is what was refused. */
async function exchange(body, anonymous) {
  const answer = () => api.ask('POST', '/v1/auth/google', { body, anonymous, proves: true });
  const guest = !anonymous && kept.session();
  const response = await answer();
  if (response.status !== 401 || !guest) return response;
  await api.ask('GET', '/v1/account');
  return kept.session() ? response : answer();
}

/**
 * Signs in. A guest becomes that player, or, where the player exists already, hands the games over; a guest who is to stay
 * behind is not told of. Resolves to whether it worked; if not, `told` says why.
 */
async function signIn(signed, takesAlong, told) {
  told.textContent = '';
  try {
    const body = takesAlong ? { ...signed, merge: true } : signed;
    const response = await exchange(body, !takesAlong);
    kept.setSession(await api.read(response));
    await bringSettings(response.status === 201);
    return true;
  } catch (error) {
    if (!(error instanceof api.Refused) && !(error instanceof api.Unreachable)) throw error;
    told.textContent = error.code === 'too-many-accounts' ? refusalSentence(error) : t('me.failed');
    return false;
  }
}

async function offerGoogle(card, account, again) {
  const { sign_in: ways } = await api.get('/v1/options');
  const [clientId] = ways.google_client_ids;
  if (!clientId) return;
  const place = h('div', { class: 'google' });
  const told = h('p', { class: 'warn', role: 'alert' });
  const along = account && h('input', { type: 'checkbox', checked: true });
  const question = along && h('label', {}, along, ' ', t('me.take_along'));
  card.append(h('p', {}, t('me.why')), ...(question ? [question] : []), place, told);
  const onSigned = async (signed) => {
    const done = await signIn(signed, Boolean(along?.checked), told);
    if (done) again();
    return done;
  };
  await showButton(place, clientId, onSigned).catch(() => (told.textContent = t('me.failed')));
}

function guestCard(account, again) {
  const who = account ? [t('me.guest'), ' ', foreign(account.name)] : t('me.nobody');
  const card = h('div', { class: 'card' }, h('p', {}, who));
  offerGoogle(card, account, again);
  return card;
}

/** What a player with an account has besides: chips, and a standing on each ladder. */
async function holdings(account) {
  const [{ balance }, sections] = await Promise.all([api.get('/v1/chips'), standing(account)]);
  return [h('p', {}, t('me.chips', { n: balance })), ...sections];
}

/** The cards below the first one, for nobody, a guest and a player. */
async function cards(account, again) {
  const isPlayer = account?.kind === 'account';
  const [own, blocks, tokens, sessions] = await Promise.all([
    isPlayer ? holdings(account) : [],
    account && blocksCard(),
    isPlayer && tokensCard(),
    isPlayer && sessionsCard(),
  ]);
  return [...own, settingsCard(), blocks, tokens, sessions, account && accountCard(account, again)].filter(Boolean);
}

async function load(main, isOpen) {
  const again = () => isOpen() && load(main, isOpen);
  try {
    const account = kept.session() && (await api.get('/v1/account'));
    if (!isOpen()) return;
    const first = account?.kind === 'account' ? nameCard(account, again) : guestCard(account, again);
    main.replaceChildren(h('h1', {}, t('frame.me')), first);
    const others = await cards(account, again);
    if (isOpen()) main.append(...others);
  } catch (error) {
    if (!(error instanceof api.Refused) && !(error instanceof api.Unreachable)) throw error;
    if (error.status === 401) again(); // I am nobody here any more
    else if (isOpen()) main.replaceChildren(h('h1', {}, t('frame.me')), h('p', {}, t('connection.lost')));
  }
}

export function show(main) {
  let open = true;
  main.replaceChildren(h('h1', {}, t('frame.me')));
  load(main, () => open);
  return () => (open = false);
}
