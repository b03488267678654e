// What an answer says that can be accepted, or played again, can; and what it says that cannot is refused: in every situation
// that two players can be in, for whoever asks, wherever the answer is read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erase, putOff } from '../support/departures.mjs';
import { accept, block, cancel, challenge, decline, expire, nextEvent } from '../support/opponents.mjs';
import { isProblem, read } from '../support/play.mjs';
import { clock, newAgreed, resign, signUp } from '../support/rated.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests({ google: true });

let jobRests;

/** Erases a player; what is left open stays so, as if the job had not come to it yet. */
async function leave(client) {
  await (jobRests ??= putOff(tests.database));
  return erase(client);
}

/** Leaves a player chips for less than the smallest stake and its penalty, or for just that much. */
const leaveChips = ({ player }, balance) =>
  tests.database.sql(
    `INSERT INTO chips (player_id, balance, aside, earned_day, earned, seq) VALUES ('${player.id}', ${balance}, 0, 0, 0, 1)
         ON CONFLICT (player_id) DO UPDATE SET balance = excluded.balance`,
  );
const [tooFew, enough] = [59, 60];

/* --- challenges ---------------------------------------------------------------------------------------------------- */

/** Situations: what is done about a challenge before somebody looks at it, and whether that one may then accept it; staked, too. */
const situations = {
  'nothing speaks against it': [() => {}, true, true],
  'who asks is a guest': [() => {}, true, false, { guest: true }],
  'who asks was one': [(made, maker, asks) => signUp(tests, asks), true, true, { guest: true }],
  'who asks has too few chips': [(made, maker, asks) => leaveChips(asks, tooFew), true, false],
  'who asks has just enough': [(made, maker, asks) => leaveChips(asks, enough), true, true],
  'the maker has too few by now': [(made, maker) => leaveChips(maker, tooFew), true, false],
  'who asks has blocked the maker': [(made, maker, asks) => block(asks, maker, { expect: 200 }), false, false],
  'the maker has blocked who asks': [(made, maker, asks) => block(maker, asks, { expect: 200 }), false, false],
  'the maker is gone': [(made, maker) => leave(maker), false, false],
  'it is accepted': [(made, maker, asks) => accept(asks, made, { expect: 201 }), false, false],
  'it has expired': [(made) => expire(tests.database, 'challenges', made), false, false],
  'it was taken back': [(made, maker) => cancel(maker, made, { expect: 204 }), false, false],
  'it was declined': [(made, maker, asks) => decline(asks, made, undefined, { expect: 200 }), false, false, { named: true }],
  'somebody else was first': [async (made) => accept(await tests.signIn(), made, { expect: 201 }), false, false, { open: true }],
};

/** What the answers that show a challenge say of it: the same; undefined: none shows it. */
async function seenBy(client, made) {
  const shown = [];
  for (const name of [made.id, made.code].filter(Boolean)) shown.push((await client.get(`/v1/challenges/${name}`)).json);
  const { json } = await client.get('/v1/challenges', { query: { direction: 'incoming' }, expect: 200 });
  const stream = await client.stream('/v1/events');
  const lists = [json.items, (await stream.next()).challenges];
  stream.close();
  const seen = shown.map((one) => one.state ?? one).filter((one) => one.id === made.id);
  if (made.to) {
    const listed = lists.map((items) => items.find(({ id }) => id === made.id)).filter(Boolean);
    assert.ok(listed.length === 0 || (listed.length === 2 && listed[0].status === 'open'));
    assert.equal(listed.length > 0, seen.length > 0 && seen[0].status === 'open', 'lists show what is shown alone');
    seen.push(...listed);
  }
  const told = seen.map(({ can_accept: can, rated, unrated_reason: reason, rated_unless: unless }) => ({ can, rated, reason, unless }));
  for (const one of told) assert.deepEqual(one, told[0]);
  return told[0];
}

for (const [name, [happens, may, mayStaked, { guest, named, open } = {}]] of Object.entries(situations)) {
  test(`a challenge says whether it can be accepted: ${name}`, async () => {
    for (const form of ['named', 'open'].filter((one) => !(named && one === 'open') && !(open && one === 'named'))) {
      for (const staked of guest && form === 'named' ? [false] : [false, true]) {
        const [maker, asks] = [await tests.signIn(), guest ? await tests.api.guest() : await tests.signIn()];
        const made = await challenge(maker, { ...(form === 'named' && { to: asks.player.id }), clock, staked, rated: true });
        await happens(made, maker, asks);
        const told = await seenBy(asks, made);
        const answer = await accept(asks, made);
        const what = `${form}${staked ? ', staked' : ''}: ${answer.text}`;
        assert.equal(told?.can ?? false, staked ? mayStaked : may, what);
        const begins = answer.status === 201;
        assert.equal(begins, told?.can ?? false, what);
        assert.ok(begins || answer.status >= 400 || answer.headers['idempotent-replay'] === 'true', what);
        if (begins) assert.deepEqual([answer.json.rated, answer.json.unrated_reason], [told.rated, told.reason], what);
        if (begins) assert.equal(told.unless, null, 'for who may accept nothing is open');
      }
    }
  });
}

test('nobody accepts an own challenge, and without a token none', async () => {
  const maker = await tests.signIn();
  const made = await challenge(maker, { clock, rated: true });
  for (const client of [maker, tests.api]) {
    const { json } = await client.get(`/v1/challenges/${made.code}`, { expect: 200 });
    assert.deepEqual([json.can_accept, json.rated, json.unrated_reason, json.rated_unless], [false, true, null, 'guest']);
  }
  isProblem(await accept(maker, made), 403, 'own-challenge');
  isProblem(await accept(tests.api, made), 401, 'token-missing');
  assert.deepEqual([made.rated, made.rated_unless], [true, 'guest']);
});

test('only what is still open is said to be: not for a named player, not where it is not rated anyhow', async () => {
  const [maker, named] = [await tests.signIn(), await tests.signIn()];
  for (const [body, rated] of [[{ to: named.player.id, rated: true }, true], [{ rated: false }, false], [{ rated: true, opening: 'xot' }, false]]) {
    const made = await challenge(maker, { clock, ...body });
    assert.deepEqual([made.rated, made.rated_unless], [rated, null]);
  }
});

test('a challenge changes for whoever asks again as soon as one of the two blocks the other', async () => {
  const [maker, asks] = [await tests.signIn(), await tests.signIn()];
  const made = await challenge(maker, { clock });
  const first = await asks.get(`/v1/challenges/${made.code}`, { expect: 200 });
  const headers = { 'If-None-Match': first.headers.etag };
  await asks.get(`/v1/challenges/${made.code}`, { headers, expect: 304 });
  await block(maker, asks, { expect: 200 });
  const { json } = await asks.get(`/v1/challenges/${made.code}`, { headers, expect: 200 });
  assert.deepEqual([first.json.can_accept, json.can_accept], [true, false]);
});

/* --- rematches ----------------------------------------------------------------------------------------------------- */

const offer = (client, { id }, options) => client.put(`/v1/games/${id}/rematch`, undefined, options);
const drop = (client, { id }) => client.request('DELETE', `/v1/games/${id}/rematch`, { expect: 204 });

/** What is done about a game that is over before one of its players, `asks`, looks at it, and why that one's offer of a rematch then
 *  is none: `again` where it stands already, or the refusal's code; undefined: it is one. Staked, too. */
const endings = {
  'nothing speaks against it': [() => {}],
  'the other one has offered': [(game, other) => offer(other, game, { expect: 200 })],
  'it is offered already': [(game, other, asks) => offer(asks, game, { expect: 200 }), 'again', 'again'],
  'it is offered already, and the other one has too few chips': [
    async (game, other, asks) => (await offer(asks, game, { expect: 200 }), leaveChips(other, tooFew)),
    'again',
    'again',
  ],
  'it is offered already, and who asks has too few chips since': [
    async (game, other, asks) => (await offer(asks, game, { expect: 200 }), leaveChips(asks, tooFew)),
    'again',
    'again',
  ],
  'the offer was declined': [
    async (game, other, asks) => (await offer(asks, game), drop(other, game)),
    'rematch-declined',
    'rematch-declined',
  ],
  'who asks has too few chips': [(game, other, asks) => leaveChips(asks, tooFew), undefined, 'chips-short'],
  'who asks has just enough': [(game, other, asks) => leaveChips(asks, enough)],
  'the other one has too few, who may have more before accepting': [(game, other) => leaveChips(other, tooFew)],
  'the other one has too few, and has offered': [
    async (game, other) => (await offer(other, game), leaveChips(other, tooFew)),
    undefined,
    'chips-short',
  ],
  'who asks has blocked the other one': [(game, other, asks) => block(asks, other, { expect: 200 }), 'blocked', 'blocked'],
  'the other one has blocked who asks': [(game, other, asks) => block(other, asks, { expect: 200 }), 'blocked', 'blocked'],
  'the other one is gone': [(game, other) => leave(other), 'player-gone', 'player-gone'],
  'the other one has offered and is gone': [
    async (game, other) => (await offer(other, game), leave(other)),
    'player-gone',
    'player-gone',
  ],
  'it has begun': [async (game, other, asks) => (await offer(other, game), offer(asks, game)), 'again', 'again'],
};

/** Why an offer was none, as `endings` has it. */
function refusal({ status, headers, json }) {
  if (headers['idempotent-replay'] === 'true') return 'again';
  return [200, 201].includes(status) ? undefined : json.code;
}

/** Whether a game can be played again, as all answers say that show it. */
async function saysAgain(client, { id }) {
  const lists = [
    ['/v1/account/games', { state: 'finished' }],
    ['/v1/account/games', { sort: 'deadline' }],
    ['/v1/games', { ids: id }],
    [`/v1/players/${client.player.id}/games`, {}],
    ['/v1/account/export', {}],
  ];
  const said = [(await client.get(`/v1/games/${id}`, { expect: 200 })).json];
  for (const [path, query] of lists) {
    const { json } = await client.get(path, { query, expect: 200 });
    said.push((json.items ?? json.games).find((one) => one.id === id));
  }
  for (const game of said) assert.equal(game.can_rematch, said[0].can_rematch);
  return said[0].can_rematch;
}

for (const [name, [happens, why, whyStaked]] of Object.entries(endings)) {
  test(`a game that is over says whether it can be played again: ${name}`, async () => {
    for (const staked of [false, true]) {
      for (const isBlack of [true, false]) {
        const [asks, other] = [await tests.signIn(), await tests.signIn()];
        const [black, white] = isBlack ? [asks, other] : [other, asks];
        const game = await newAgreed(black, white, { staked, visibility: 'public' });
        const stream = await asks.stream('/v1/events');
        await stream.next();
        const ended = await resign(asks, game);
        const told = await nextEvent(stream, ({ event }) => event === 'game.finished');
        stream.close();
        assert.deepEqual([ended.can_rematch, told.game.can_rematch], [true, true]);
        await happens(game, other, asks);
        const can = await saysAgain(asks, game);
        const answer = await offer(asks, game);
        const what = `${staked ? 'staked: ' : ''}${answer.text}`;
        assert.equal(refusal(answer), staked ? whyStaked : why, what);
        assert.equal(can, refusal(answer) === undefined, what);
      }
    }
  });
}

test('who ends a game with too few chips left is told at once that it cannot be played again for them', async () => {
  const [ann, ben] = [await tests.signIn(), await tests.signIn()];
  const game = await newAgreed(ann, ben, { staked: true });
  await tests.database.sql(`UPDATE chips SET balance = 0 WHERE player_id = '${ann.player.id}'`);
  assert.equal((await resign(ben, game)).can_rematch, true);
  await leaveChips(ann, 0);
  assert.equal((await read(ann, game)).can_rematch, false);
  const other = await newAgreed(ben, await tests.signIn(), { staked: true });
  await tests.database.sql(`UPDATE chips SET balance = 0 WHERE player_id = '${ben.player.id}'`);
  const ended = await ben.put(`/v1/games/${other.id}/abort`, undefined, { expect: 200 });
  assert.equal(ended.json.can_rematch, true, 'the stake is back');
});

test('whoever watches a game that is over with an ETag hears that it can no longer be played again', async () => {
  const [ann, ben] = [await tests.signIn(), await tests.signIn()];
  const game = await newAgreed(ann, ben);
  await resign(ben, game);
  const first = await ann.get(`/v1/games/${game.id}`, { expect: 200 });
  const headers = { 'If-None-Match': first.headers.etag };
  await ann.get(`/v1/games/${game.id}`, { headers, expect: 304 });
  await block(ben, ann, { expect: 200 });
  assert.equal((await ann.get(`/v1/games/${game.id}`, { headers, expect: 200 })).json.can_rematch, false);
});
