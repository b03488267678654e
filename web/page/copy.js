/** A text to take along, in a field, with a button that copies it. */
import { button, h } from './dom.js';
import { t } from './i18n.js';

async function copy(text, told) {
  try {
    await navigator.clipboard.writeText(text);
    told.textContent = t('invitation.copied');
  } catch {
    told.textContent = t('invitation.not_copied');
  }
}

/** What to show: { field, button, told }; `told` says whether it worked. */
export function copyable(text, name, label) {
  const field = h('input', { type: 'text', readonly: true, value: text, 'aria-label': name, dir: 'ltr', onfocus: () => field.select() });
  const told = h('span', { role: 'status' });
  return { field, button: button(label, () => copy(text, told), { class: 'primary' }), told };
}
