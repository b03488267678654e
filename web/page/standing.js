/** Where a player stands: rating, rank and history on each ladder. */
import * as api from './api.js';
import { foreign, h } from './dom.js';
import { date, number, t } from './i18n.js';
import { plot } from './plot.js';

export const ladders = ['live', 'correspondence'];
const historyMax = 100;

/** Rank and percentile, or why there is none. */
export function placeSentence({ rank, of, percentile, unranked }) {
  if (rank) return t('place.rank', { rank, n: of, percentile });
  if (unranked.reason === 'guest') return t('ladder.signed_in');
  if (unranked.reason === 'inactive') return t('place.inactive', { n: unranked.active_days });
  return t('place.provisional', { games: unranked.games, n: unranked.games_needed });
}

async function ladderSection(id, ladder, { games }) {
  const title = h('h2', {}, t(`ladder.${ladder}`));
  if (!games) return h('section', { class: 'card' }, title, h('p', { class: 'quiet' }, t('place.none')));
  const [place, { items }] = await Promise.all([
    api.get(`/v1/ladders/${ladder}/players/${id}`),
    api.get(`/v1/players/${id}/rating-history?ladder=${ladder}&limit=${historyMax}`),
  ]);
  const { before, rated_at: at } = items.at(-1);
  const points = [{ at, rating: before }, ...items.map((each) => ({ at: each.rated_at, rating: each.after })).reverse()];
  return h(
    'section',
    { class: 'card' },
    title,
    h('p', {}, t('place.rating', { rating: place.rating, won: place.won, drawn: place.drawn, lost: place.lost })),
    h('p', {}, placeSentence(place)),
    plot(points),
    h(
      'ul',
      { class: 'list quiet' },
      items.slice(0, 10).map((each) =>
        h(
          'li',
          {},
          h('a', { href: `#/review/${each.game_id}` }, date(each.rated_at)),
          ` ${t(`tally.${each.result}`)}, ${number(each.before)} → ${number(each.after)} (`,
          foreign(each.opponent.name),
          ')',
        ),
      ),
    ),
  );
}

/** The sections of both ladders, for the profile of a player who has an account. */
export function standing({ id, ratings }) {
  return Promise.all(ladders.map((ladder) => ladderSection(id, ladder, ratings[ladder])));
}
