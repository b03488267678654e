/** Who I am here: a guest who may sign in, or a player with a name, ratings and a way out. */
import * as api from './api.js';
import { confirm } from './dialog.js';
import { button, foreign, h } from './dom.js';
import { showButton } from './google.js';
import { t } from './i18n.js';
import * as kept from './kept.js';
import { standing } from './standing.js';
import { refusalSentence } from './words.js';

/** Asks to sign in; as nobody where a guest turns out to be nobody any more, for then that is what was refused. */
async function exchange(body, anonymous) {
  const answer = () => api.ask('POST', '/v1/auth/google', { body, anonymous, proves: true });
  const guest = !anonymous && kept.session();
  const response = await answer();
  if (response.status !== 401 || !guest) return api.read(response);
  await api.ask('GET', '/v1/account');
  return api.read(kept.session() ? response : await answer());
}

/**
 * Signs in. A guest becomes that player, or, where the player exists already, hands the games over; a guest who is to stay
 * behind is not told of. Resolves to whether it worked.
 */
async function signIn(signed, takesAlong) {
  try {
    const body = takesAlong ? { ...signed, merge: true } : signed;
    kept.setSession(await exchange(body, !takesAlong));
    return true;
  } catch (error) {
    if (!(error instanceof api.Refused) && !(error instanceof api.Unreachable)) throw error;
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
    told.textContent = '';
    const done = await signIn(signed, Boolean(along?.checked));
    if (done) again();
    else told.textContent = t('me.failed');
    return done;
  };
  await showButton(place, clientId, onSigned).catch(() => (told.textContent = t('me.failed')));
}

function nameForm(account, told) {
  const field = h('input', { type: 'text', value: account.name, maxlength: 1152, autocomplete: 'nickname', 'aria-label': t('me.name') });
  const save = async (event) => {
    event.preventDefault();
    try {
      const { name } = await api.command('PATCH', '/v1/account', { name: field.value });
      field.value = name;
      told.textContent = t('me.saved');
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      told.textContent = error.status === 400 ? t('me.name_refused') : refusalSentence(error);
    }
  };
  return h('form', { class: 'line', onsubmit: save }, field, h('button', {}, t('me.save')));
}

function accountCard(account, again) {
  const told = h('p', { role: 'status' });
  const signOut = async () => {
    await api.commandQuietly('DELETE', '/v1/auth/session');
    kept.dropSession();
    again();
  };
  const leave = async () => {
    if (!(await confirm(t('me.delete_question')))) return;
    if (await api.commandQuietly('DELETE', '/v1/account')) kept.forgetMe();
    again();
  };
  const ways = h('div', { class: 'actions' }, button(t('me.sign_out'), signOut), button(t('me.delete'), leave));
  return h('div', { class: 'card' }, h('h2', {}, t('me.name')), nameForm(account, told), told, ways);
}

function guestCard(account, again) {
  const who = account ? [t('me.guest'), ' ', foreign(account.name)] : t('me.nobody');
  const card = h('div', { class: 'card' }, h('p', {}, who));
  offerGoogle(card, account, again);
  return card;
}

async function load(main, isOpen) {
  const again = () => isOpen() && load(main, isOpen);
  try {
    const account = kept.session() && (await api.get('/v1/account'));
    if (!isOpen()) return;
    const title = h('h1', {}, t('frame.me'));
    if (account?.kind !== 'account') {
      main.replaceChildren(title, guestCard(account, again));
      return;
    }
    main.replaceChildren(title, accountCard(account, again));
    const [{ balance }, sections] = await Promise.all([api.get('/v1/chips'), standing(account)]);
    if (isOpen()) main.append(h('p', {}, t('me.chips', { n: balance })), ...sections);
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
