/** Questions that are asked before something cannot be undone. */
import { button, h } from './dom.js';
import { t } from './i18n.js';

/** Asks; resolves to true or false. */
export function confirm(question) {
  return new Promise((resolve) => {
    const dialog = h(
      'dialog',
      { 'aria-labelledby': 'question', onclose: () => finish() },
      h('p', { id: 'question' }, question),
      h(
        'div',
        { class: 'actions' },
        button(t('dialog.yes'), () => dialog.close('yes'), { class: 'primary' }),
        button(t('dialog.no'), () => dialog.close('no'), { autofocus: true }),
      ),
    );
    const finish = () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    };
    document.body.append(dialog);
    dialog.showModal();
  });
}
