/** My games, those that wait for me first; below them, games that anybody may watch. */
import * as api from './api.js';
import { foreign, h } from './dom.js';
import { date, duration, t } from './i18n.js';
import * as kept from './kept.js';
import { follow } from './stream.js';
import { mySeat, nameOf, other, resultSentences, turnSentence } from './words.js';

const togetherMs = 300;

function whoPlays(game) {
  const mine = mySeat(game);
  if (mine) return [t('mine.against'), ' ', foreign(nameOf(game.players[other(mine)]))];
  return [foreign(nameOf(game.players.black)), ' – ', foreign(nameOf(game.players.white))];
}

function state(game) {
  if (game.status !== 'live') return `${resultSentences(game).join(' ')} ${date(game.updated_at)}`;
  const left = game.clock?.remaining_ms;
  return typeof left === 'number' ? `${turnSentence(game)} ${t('mine.left', { time: duration(left) })}` : turnSentence(game);
}

function row(game) {
  const address = game.status === 'finished' ? `#/review/${game.id}` : `#/games/${game.id}`;
  return h('li', { class: 'card' }, h('a', { href: address }, whoPlays(game)), h('p', { class: 'quiet' }, state(game)));
}

function section(title, rows) {
  return h(
    'section',
    {},
    h('h2', {}, title),
    rows.length ? h('ul', { class: 'list' }, rows) : h('p', { class: 'quiet' }, t('mine.none')),
  );
}

/** Challenges that wait: to me, and my own. */
function challengeRow(challenge) {
  const incoming = challenge.you === 'invited';
  const rival = incoming ? challenge.maker : challenge.to;
  const address = `#/${incoming ? 'join' : 'invitation'}/${challenge.id}`;
  const words = rival ? [t(incoming ? 'join.from' : 'invitation.to'), ' ', foreign(rival.name)] : t('invitation.link');
  return h('li', { class: 'card' }, h('a', { href: address }, words));
}

const items = async (path) => (await api.get(path)).items;

async function load(main, isOpen) {
  const mine = (path) => (kept.session() ? items(path) : []);
  try {
    const [challenges, live, finished, open] = await Promise.all([
      mine('/v1/challenges'),
      mine('/v1/account/games?state=live&sort=deadline&limit=50'),
      mine('/v1/account/games?state=finished&limit=20'),
      items('/v1/games?status=live'),
    ]);
    const waiting = (game) => game.you.includes(game.turn);
    const urgent = [...live.filter(waiting), ...live.filter((game) => !waiting(game))];
    if (!isOpen()) return;
    main.replaceChildren(
      h('h1', {}, t('frame.games')),
      ...(challenges.length ? [section(t('mine.challenges'), challenges.map(challengeRow))] : []),
      section(t('mine.running'), urgent.map(row)),
      section(t('mine.finished'), finished.map(row)),
      section(t('mine.watch'), open.map(row)),
    );
  } catch (error) {
    if (!(error instanceof api.Unreachable) && !(error instanceof api.Refused)) throw error;
    if (!isOpen()) return;
    if (error.status === 401) load(main, isOpen); // I am nobody here any more
    else main.replaceChildren(h('h1', {}, t('frame.games')), h('p', {}, t('connection.lost')));
  }
}

/** Shows it anew when something of mine changes; changes that come close together are one. */
function keepUpToDate(reload) {
  let timer;
  const stream = follow('/v1/events', ({ event }) => {
    if (event === 'snapshot') return;
    clearTimeout(timer);
    timer = setTimeout(reload, togetherMs);
  });
  return () => {
    clearTimeout(timer);
    stream.close();
  };
}

export function show(main) {
  let open = true;
  const reload = () => load(main, () => open);
  main.replaceChildren(h('h1', {}, t('frame.games')));
  reload();
  const stop = kept.session() ? keepUpToDate(reload) : () => {};
  return () => {
    open = false;
    stop();
  };
}
