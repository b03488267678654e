/** How boards look and sound: kept in this browser, and with the player for the next one. */
import * as api from './api.js';
import { choice, h } from './dom.js';
import { language, t } from './i18n.js';
import * as kept from './kept.js';

const themes = ['green', 'blue', 'wood', 'contrast'];
const switches = ['legal_moves', 'coordinates', 'sound'];

function change(values) {
  kept.changeView(values);
  api.keepSettings(values);
}

function themeChoice(theme, chosen) {
  return choice({ type: 'radio', name: 'theme', checked: theme === chosen, onchange: () => change({ theme }) }, t(`theme.${theme}`));
}

function switchChoice(name, on) {
  const onchange = ({ target }) => change({ [name]: target.checked });
  return choice({ type: 'checkbox', checked: on, onchange }, t(`show.${name}`));
}

export function settingsCard() {
  const view = kept.view();
  const group = (legend, choices) => h('fieldset', {}, h('legend', {}, legend), h('div', { class: 'choices' }, choices));
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, t('me.settings')),
    group(t('theme.title'), themes.map((theme) => themeChoice(theme, view.theme))),
    group(t('show.title'), switches.map((name) => switchChoice(name, view[name]))),
  );
}

/** After signing in: a new player's settings are those of this browser; whoever was a player already brings theirs along. */
export async function bringSettings(isNew) {
  if (isNew) {
    const { language: chosen, view } = kept.settings();
    api.keepSettings({ ...view, ...(chosen && { language: chosen }) });
    return;
  }
  const { settings } = await api.get('/v1/account').catch(() => ({}));
  if (!settings) return;
  const { language: wanted, ...view } = settings;
  kept.changeView(view);
  if (wanted === 'auto' || wanted === language()) return;
  kept.changeSettings({ language: wanted });
  location.reload();
}
