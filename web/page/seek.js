/** Waiting for anybody: asking for the seek keeps it alive, and tells when it is paired. */
import { takeBack } from './attempt.js';
import { button, h } from './dom.js';
import { t } from './i18n.js';
import { watch } from './stream.js';
import { describe } from './terms.js';

/** Why it was withdrawn, in words. */
const reasons = { 'by-player': 'seek.stopped', 'other-seek-paired': 'seek.other', 'chips-short': 'seek.chips' };

function endSentence(seek) {
  if (seek?.status === 'expired') return t('seek.over');
  return t(reasons[seek?.withdrawn_reason] ?? 'seek.ended');
}

export function show(main, id) {
  main.replaceChildren(h('h1', {}, t('seek.title')));
  const path = `/v1/seeks/${id}`;
  const draw = (seek) =>
    main.replaceChildren(
      h('h1', {}, t('seek.title')),
      h('div', { class: 'card' }, h('p', { role: 'status' }, t('seek.waiting')), button(t('seek.withdraw'), () => takeBack(path))),
      describe(seek),
    );
  const drawEnd = (seek) => main.replaceChildren(h('h1', {}, t('seek.title')), h('p', { role: 'status' }, endSentence(seek)));
  let drawn = false;
  const take = (seek) => {
    if (seek.game_id) location.replace(`#/games/${seek.game_id}`);
    else if (seek.status !== 'open') drawEnd(seek);
    else if (!drawn) draw(seek);
    drawn = true;
    return seek.status !== 'open';
  };
  const watching = watch(path, take, undefined, ({ state }) => drawEnd(state));
  return () => watching.close();
}
