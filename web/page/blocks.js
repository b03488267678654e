/** Whom I have blocked. */
import * as api from './api.js';
import { attempt } from './attempt.js';
import { button, foreign, h } from './dom.js';
import { t } from './i18n.js';

const path = '/v1/account/blocks';

const pathOf = (id) => `${path}/${id}`;

/** A button for somebody else's page: it blocks that player, or takes that back. */
export async function blockButton(id, told) {
  let blocked = await api.get(pathOf(id)).then(Boolean, () => false);
  const label = () => t(blocked ? 'block.undo' : 'block.do');
  const element = button(label(), () =>
    attempt(told, async () => {
      await api.command(blocked ? 'DELETE' : 'PUT', pathOf(id));
      blocked = !blocked;
      element.textContent = label();
    }),
  );
  return element;
}

export async function blocksCard() {
  const { items, next_cursor: next } = await api.get(`${path}?limit=100`);
  const title = h('h2', { tabindex: -1 }, t('block.title'));
  const told = h('p', { class: 'warn', role: 'alert' });
  const list = h('ul', { class: 'list' });
  const nobody = h('p', {}, t('block.none'));
  let cursor = next;

  function row({ player }) {
    const unblock = () =>
      attempt(told, async () => {
        await api.command('DELETE', pathOf(player.id));
        element.remove();
        if (!list.childElementCount) list.replaceWith(nobody);
        title.focus();
      });
    const name = h('a', { href: `#/players/${player.id}`, id: `blocked-${player.id}` }, foreign(player.name));
    const names = `unblock-${player.id} blocked-${player.id}`;
    const element = h('li', { class: 'line' }, name, button(t('block.undo'), unblock, { id: `unblock-${player.id}`, 'aria-labelledby': names }));
    return element;
  }

  const more = button(t('ladder.more'), () =>
    attempt(told, async () => {
      const page = await api.get(`${path}?limit=100&cursor=${encodeURIComponent(cursor)}`);
      list.append(...page.items.map(row));
      cursor = page.next_cursor;
      more.hidden = !cursor;
    }),
  );
  list.append(...items.map(row));
  return h('section', { class: 'card' }, title, h('p', { class: 'quiet' }, t('block.text')), items.length ? list : nobody, cursor && more, told);
}
