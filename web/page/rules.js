/** How it is played, with pictures that the service draws; tips, questions, and what it is not. */
import { h } from './dom.js';
import { t } from './i18n.js';

/** Small enough that the service writes no words into it. */
const pictureSize = 119;

const sections = [
  ['board', {}],
  ['move', { transcript: 'f5d6' }],
  ['flips', { transcript: 'f5d6c3d3c4' }],
  ['pass', { transcript: 'd3c3b3b2f5a3a1c1' }],
  ['end', { transcript: 'f5d6c5f6e7f4g5e6e3' }],
  ['original', { opening: 'original', transcript: 'd4' }],
  ['match'],
  ['time'],
  ['chips'],
];
const tips = 10;
const questions = ['pass', 'flips', 'first', 'early', 'strength', 'account', 'kept'];

function picture(position) {
  const query = new URLSearchParams({ ...position, size: pictureSize });
  return h('img', { src: `/v1/positions/board.svg?${query}`, alt: '', width: 180, height: 210, loading: 'lazy' });
}

function section([name, position]) {
  return h(
    'section',
    { class: 'rule' },
    h('h2', {}, t(`rules.${name}.title`)),
    h('div', { class: 'rule-body' }, position && picture(position), h('p', {}, t(`rules.${name}.text`))),
  );
}

export function show(main) {
  main.replaceChildren(
    h('h1', {}, t('frame.rules')),
    ...sections.map(section),
    h('h2', {}, t('tips.title')),
    h('ol', {}, Array.from({ length: tips }, (_, i) => h('li', {}, t(`tip.${i + 1}`)))),
    h('h2', {}, t('questions.title')),
    ...questions.map((name) => h('details', {}, h('summary', {}, t(`question.${name}`)), h('p', {}, t(`answer.${name}`)))),
    h('h2', {}, t('gomoku.title')),
    h('p', {}, t('gomoku.text')),
    h('h2', {}, t('trademark.title')),
    h('p', {}, t('frame.trademark')),
  );
  return () => {};
}
