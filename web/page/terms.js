/** What was agreed on, or is offered, in words. */
import { h } from './dom.js';
import { t } from './i18n.js';

function clockWords(clock) {
  if (!clock) return t('clock.none');
  return clock.days ? t('clock.days', { n: clock.days }) : t('clock.seconds', { n: clock.seconds });
}

/** A list of what a challenge or seek offers. */
export function describe({ color, opening, clock, wins_needed: wins, rated, rated_unless: unless, staked }) {
  const rows = [
    ['setup.color_of_maker', t(`color.${color}`)],
    ['setup.opening', t(`opening.${opening}`)],
    ['setup.length', wins ? t('length.match', { n: wins }) : t('length.single')],
    ['setup.clock', clockWords(clock)],
  ];
  if (rated) rows.push(['setup.rated', t(unless === 'guest' ? 'setup.rated_unless_guest' : 'dialog.yes')]);
  if (staked) rows.push(['setup.staked', t('dialog.yes')]);
  if (clock) rows.push(['setup.timeout', t(`timeout.${clock.on_timeout}`)]);
  return h('dl', { class: 'terms' }, rows.flatMap(([key, value]) => [h('dt', {}, t(key)), h('dd', {}, value)]));
}
