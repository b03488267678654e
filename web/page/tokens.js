/** My personal tokens: what programs of mine sign in with. */
import * as api from './api.js';
import { attempt } from './attempt.js';
import { copyable } from './copy.js';
import { confirm } from './dialog.js';
import { button, choice, h } from './dom.js';
import { date, t } from './i18n.js';

const path = '/v1/tokens';
const allScopes = ['read', 'play', 'account'];
const days = [7, 30, 90, 365];
const daysFirst = 90;

/** Makes one. Not sent again where the answer is lost: each would be another one. */
async function create(body) {
  return api.read(await api.ask('POST', path, { body }));
}

/** The form; `make` gets what was chosen and resolves to the token, or to nothing where it was refused. */
function form(make, told) {
  const name = h('input', { type: 'text', required: true, maxlength: 128, 'aria-label': t('token.for'), placeholder: t('token.for') });
  const boxes = allScopes.map((scope) => choice({ type: 'checkbox', value: scope, checked: scope === 'read' }, t(`scope.${scope}`)));
  const until = h('select', { 'aria-label': t('token.days') }, days.map((n) => h('option', { value: n, selected: n === daysFirst }, t('clock.days', { n }))));
  const scopes = () => boxes.map(({ firstChild }) => firstChild).filter(({ checked }) => checked).map(({ value }) => value);
  const onsubmit = async (event) => {
    event.preventDefault();
    if (!scopes().length) told.textContent = t('token.no_scope');
    else if (await make({ name: name.value, scopes: scopes(), days: Number(until.value) })) name.value = '';
  };
  return h(
    'form',
    { onsubmit },
    h('fieldset', {}, h('legend', {}, t('token.may')), h('div', { class: 'choices' }, boxes)),
    h('div', { class: 'line wrapped' }, name, until, h('button', {}, t('token.make'))),
  );
}

/** The token itself, which nobody sees again. */
function secretOf(token) {
  const { field, button: copy, told } = copyable(token, t('token.secret'), t('token.copy'));
  return [h('p', {}, t('token.once')), field, h('div', { class: 'actions' }, copy, told)];
}

function row({ id, name, scopes, expires_at: end }, remove) {
  const names = `delete-${id} token-${id}`;
  const terms = [...scopes.map((scope) => t(`scope.${scope}`)), t('token.until', { date: date(end) })];
  return h(
    'li',
    { class: 'line' },
    h('div', {}, h('bdi', { id: `token-${id}` }, name), h('p', { class: 'quiet' }, terms.join(' · '))),
    button(t('token.delete'), () => remove(id), { id: `delete-${id}`, 'aria-labelledby': names }),
  );
}

export async function tokensCard() {
  const title = h('h2', { tabindex: -1 }, t('token.title'));
  const told = h('p', { class: 'warn', role: 'alert' });
  const secret = h('div', { role: 'status' });
  const list = h('ul', { class: 'list' });
  const show = async () => list.replaceChildren(...(await api.get(path)).items.map((token) => row(token, remove)));

  async function remove(id) {
    if (!(await confirm(t('token.delete_question')))) return;
    await attempt(told, async () => {
      await api.command('DELETE', `${path}/${id}`);
      secret.replaceChildren();
      await show();
    });
    title.focus();
  }

  const make = async (wanted) => {
    const made = await attempt(told, () => create(wanted));
    if (made) secret.replaceChildren(...secretOf(made.access_token));
    // Where the answer was lost there may be one as well.
    await show().catch(() => {});
    return made;
  };
  await show();
  return h('section', { class: 'card' }, title, h('p', { class: 'quiet' }, t('token.text')), list, form(make, told), told, secret);
}
