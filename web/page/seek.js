/** Waiting for anybody: asking for the seek keeps it alive, and tells when it is paired. */
import * as api from './api.js';
import { button, h } from './dom.js';
import { t } from './i18n.js';
import { watch } from './stream.js';
import { describe } from './terms.js';

export function show(main, id) {
  main.replaceChildren(h('h1', {}, t('seek.title')));
  const path = `/v1/seeks/${id}`;
  const withdraw = async () => {
    await api.commandQuietly('DELETE', path);
    location.hash = '#/';
  };
  const draw = (seek) =>
    main.replaceChildren(
      h('h1', {}, t('seek.title')),
      h('div', { class: 'card' }, h('p', { role: 'status' }, t('seek.waiting')), button(t('seek.withdraw'), withdraw)),
      describe(seek),
    );
  let drawn = false;
  const watching = watch(path, (seek) => {
    if (seek.game_id) location.replace(`#/games/${seek.game_id}`);
    else if (seek.status !== 'open') main.replaceChildren(h('h1', {}, t('seek.title')), h('p', {}, t('seek.over')));
    else if (!drawn) draw(seek);
    drawn = true;
    return seek.status !== 'open';
  });
  return () => watching.close();
}
