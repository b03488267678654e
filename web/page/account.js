/** What whoever has an account may do with it: rename it, take everything along, end its sessions, delete it. */
import * as api from './api.js';
import { attempt } from './attempt.js';
import { confirm } from './dialog.js';
import { button, h } from './dom.js';
import { t } from './i18n.js';
import * as kept from './kept.js';
import { refusalSentence } from './words.js';

/** So long a file's address is good, for the browser to fetch it. */
const fileMs = 60_000;

export function nameCard(account, again) {
  const told = h('p', { role: 'status' });
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
  const signOut = async () => {
    await api.commandQuietly('DELETE', '/v1/auth/session');
    kept.dropSession();
    again();
  };
  const form = h('form', { class: 'line', onsubmit: save }, field, h('button', {}, t('me.save')));
  return h('div', { class: 'card' }, h('h2', {}, t('me.name')), form, told, h('div', { class: 'actions' }, button(t('me.sign_out'), signOut)));
}

/** Everything that is kept about me; it comes in pages, of which the first has all but the later games. */
async function everything(waiting) {
  const get = (query) => api.command('GET', `/v1/account/export${query}`, undefined, { waiting });
  const { next_cursor: next, ...all } = await get('');
  for (let cursor = next; cursor; ) {
    const page = await get(`?cursor=${encodeURIComponent(cursor)}`);
    all.games.push(...page.games);
    cursor = page.next_cursor;
  }
  return all;
}

function saveFile(name, value) {
  const href = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
  h('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), fileMs);
}

/** What concerns the account as a whole. */
export function accountCard(account, again) {
  const told = h('p', { role: 'status' });
  const download = async ({ target }) => {
    target.disabled = true;
    const waiting = () => (told.textContent = t('connection.lost'));
    const all = await attempt(told, () => everything(waiting));
    target.disabled = false;
    if (!all) return;
    told.textContent = t('me.downloaded');
    saveFile('reversid.json', all);
  };
  const endSessions = async () => {
    if (!(await confirm(t('me.end_sessions_question')))) return;
    await attempt(told, async () => {
      await api.command('DELETE', '/v1/auth/sessions');
      kept.dropSession();
      again();
    });
  };
  const leave = async () => {
    if (!(await confirm(t('me.delete_question')))) return;
    if (await api.commandQuietly('DELETE', '/v1/account')) kept.forgetMe();
    again();
  };
  const ways = h(
    'div',
    { class: 'actions' },
    button(t('me.download'), download),
    account.kind === 'account' && button(t('me.end_sessions'), endSessions),
    button(t('me.delete'), leave),
  );
  return h('section', { class: 'card' }, h('h2', {}, t('me.account')), ways, told);
}
