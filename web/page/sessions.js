/** Where I am signed in: the sessions that there are, each of which can be ended, or all but this one. */
import * as api from './api.js';
import { attempt } from './attempt.js';
import { confirm } from './dialog.js';
import { button, h } from './dom.js';
import { date, t } from './i18n.js';

const path = '/v1/auth/sessions';

function row({ id, current, created_at: begun, refreshed_at: used }, end) {
  const when = [t('session.begun', { date: date(begun) }), t('session.used', { date: date(used) })].join(' · ');
  const ends = `end-${id} session-${id}`;
  return h(
    'li',
    { class: 'line' },
    h('div', { id: `session-${id}` }, when),
    current ? h('span', { class: 'quiet' }, t('session.current')) : button(t('session.end'), () => end(id), { id: `end-${id}`, 'aria-labelledby': ends }),
  );
}

/** What was to be ended has ended: by this very request, whose answer was lost, or elsewhere. */
function unlessGone(error) {
  if (error.status !== 404) throw error;
}

export async function sessionsCard() {
  const title = h('h2', { tabindex: -1 }, t('session.title'));
  const told = h('p', { class: 'warn', role: 'alert' });
  const list = h('ul', { class: 'list' });

  const show = async () => {
    const { items } = await api.get(path);
    list.replaceChildren(...items.map((session) => row(session, end)));
    others.hidden = items.every(({ current }) => current);
  };

  const ask = async (question, rest) => {
    if (!(await confirm(question))) return;
    await attempt(told, async () => {
      await api.command('DELETE', path + rest).catch(unlessGone);
      await show();
    });
    title.focus();
  };

  const end = (id) => ask(t('session.end_question'), `/${id}`);
  const others = button(t('session.end_others'), () => ask(t('session.end_others_question'), '?others=true'));
  await show();
  return h('section', { class: 'card' }, title, h('p', { class: 'quiet' }, t('session.text')), list, h('div', { class: 'actions' }, others), told);
}
