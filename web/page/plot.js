/** A rating over time, as a line. */
import { s } from './dom.js';
import { date, number, t } from './i18n.js';

const width = 300;
const height = 120;
const margin = { left: 34, right: 6, top: 8, bottom: 8 };

/**
 * Draws a history.
 *
 * @param points  [{ at, rating }], the earliest first; at least one
 */
export function plot(points) {
  const ratings = points.map(({ rating }) => rating);
  const [lowest, highest] = [Math.min(...ratings), Math.max(...ratings)];
  const times = points.map(({ at }) => Date.parse(at));
  const span = Math.max(1, times.at(-1) - times[0]);
  const x = (time) => margin.left + ((time - times[0]) / span) * (width - margin.left - margin.right);
  const y = (rating) => margin.top + ((highest - rating) / Math.max(1, highest - lowest)) * (height - margin.top - margin.bottom);
  const line = points.map(({ rating }, i) => `${x(times[i]).toFixed(1)},${y(rating).toFixed(1)}`).join(' ');
  const last = points.length - 1;
  const label = t('plot.label', {
    n: points.length,
    lowest,
    highest,
    last: ratings[last],
    from: date(points[0].at),
    to: date(points[last].at),
  });
  const level = (rating) => [
    s('line', { class: 'level', x1: margin.left, x2: width - margin.right, y1: y(rating), y2: y(rating) }),
    s('text', { x: margin.left - 4, y: y(rating) }, number(rating)),
  ];
  return s(
    'svg',
    { class: 'plot', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label, direction: 'ltr' },
    [...new Set([highest, lowest])].flatMap(level),
    s('polyline', { points: line }),
    s('circle', { cx: x(times[last]), cy: y(ratings[last]), r: 3 }),
  );
}
