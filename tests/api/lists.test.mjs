// Lists of games: by ids, the public live ones, and my own; page by page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isProblem, newAgainst, newLocal, nowhere, play, waitFor } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();
const ids = (games) => games.map((each) => each.id);

/** All items of a list, page by page; no item may come twice. */
async function pages(client, path, query) {
  const items = [];
  let cursor;
  do {
    const { json } = await client.get(path, { query: { ...query, cursor }, expect: 200 });
    assert.ok(json.items.length <= query.limit);
    assert.ok(json.items.length > 0 || cursor === undefined, 'an empty page after a cursor');
    items.push(...json.items);
    cursor = json.next_cursor ?? undefined;
  } while (cursor);
  assert.equal(new Set(ids(items)).size, items.length);
  return items;
}

test('games by ids come in the order asked for, unknown ones are left out', async () => {
  const alice = await tests.api.guest();
  const [one, two] = [await newLocal(alice), await newLocal(alice, { visibility: 'public' })];
  const ask = (list) => alice.get('/v1/games', { query: { ids: list.join(',') }, expect: 200 });
  const { json } = await ask([two.id, nowhere, one.id]);
  assert.deepEqual(ids(json.items), [two.id, one.id]);
  assert.deepEqual(json.items[0].you, ['black', 'white']);
  assert.equal(json.next_cursor, null);
  assert.deepEqual((await ask([nowhere])).json.items, []);
});

test('the same id twice gives the game', async () => {
  const alice = await tests.api.guest();
  const { id } = await newLocal(alice);
  const { json } = await alice.get('/v1/games', { query: { ids: `${id},${id.toUpperCase()}` }, expect: 200 });
  assert.deepEqual([...new Set(ids(json.items))], [id]);
});

test('public live games are listed, the newest first', async () => {
  const alice = await tests.api.guest();
  const made = [];
  for (let count = 0; count < 7; count += 1) made.unshift(await newLocal(alice, { visibility: 'public' }));
  const unlisted = await newLocal(alice);
  const over = await newLocal(alice, { visibility: 'public' });
  await alice.put(`/v1/games/${over.id}/resignation`, { seat: 'black' }, { expect: 200 });
  const listed = ids(await pages(tests.api, '/v1/games', { status: 'live', limit: 3 }));
  assert.deepEqual(
    listed.filter((id) => ids(made).includes(id)),
    ids(made),
  );
  assert.ok(!listed.includes(unlisted.id));
  assert.ok(!listed.includes(over.id));
});

for (const [what, query, parameter] of [
  ['neither ids nor status', {}, 'ids'],
  ['both', { ids: nowhere, status: 'live' }, 'status'],
  ['another status', { status: 'finished' }, 'status'],
  ['an id that is none', { ids: `${nowhere},x` }, 'ids'],
  ['an empty list', { ids: '' }, 'ids'],
  ['a gap in the list', { ids: `${nowhere},,${nowhere}` }, 'ids'],
  ['a comma at the end', { ids: `${nowhere},` }, 'ids'],
  ['a limit with ids', { ids: nowhere, limit: 5 }, 'limit'],
  ['a cursor with ids', { ids: nowhere, cursor: 'x' }, 'cursor'],
  ['no limit', { status: 'live', limit: 0 }, 'limit'],
  ['a large limit', { status: 'live', limit: 101 }, 'limit'],
  ['a cursor that is none', { status: 'live', cursor: 'x' }, 'cursor'],
  ['a cursor of the right length', { status: 'live', cursor: 'A'.repeat(32) }, 'cursor'],
  ['a cursor of other letters', { status: 'live', cursor: '+'.repeat(32) }, 'cursor'],
]) {
  test(`refused: ${what}`, async () => {
    isProblem(await tests.api.get('/v1/games', { query }), 400, 'invalid-query', { parameter });
  });
}

/** A list's cursor with other bytes behind those that bind it to its list. */
const altered = (cursor, hex) =>
  Buffer.concat([Buffer.from(cursor, 'base64url').subarray(0, 4), Buffer.from(hex, 'hex')]).toString('base64url');

test('a cursor of the list gives a page, whatever item it names; what is no item is refused', async () => {
  const alice = await tests.api.guest();
  for (let count = 0; count < 2; count += 1) await newLocal(alice);
  const query = { state: 'live', limit: 1 };
  const { json } = await alice.get('/v1/account/games', { query, expect: 200 });
  const ask = (hex) => alice.get('/v1/account/games', { query: { ...query, cursor: altered(json.next_cursor, hex) } });
  assert.equal((await ask('0000018f0000000001929b548f3a7c219d605be2f0a4c713')).status, 200);
  for (const hex of ['', '00', '00'.repeat(24), 'ff'.repeat(24), '01'.repeat(25), '0000018f00000000'])
    isProblem(await ask(hex), 400, 'invalid-query', { parameter: 'cursor' });
});

test('a cursor goes with its list and filters, with any limit and in any order', async () => {
  const alice = await tests.api.guest();
  for (let count = 0; count < 3; count += 1) await newLocal(alice, { visibility: 'public' });
  const others = await Promise.all([tests.api.guest(), tests.api.guest(), tests.api.guest()]);
  for (const { player } of others) await alice.put(`/v1/account/blocks/${player.id}`, undefined, { expect: 200 });
  for (let count = 0; count < 2; count += 1) await alice.post('/v1/challenges', {}, { expect: 201 });
  const me = `/v1/players/${alice.player.id}/games`;
  const lists = [
    ['/v1/account/games', {}],
    ['/v1/account/games', { sort: 'deadline' }],
    ['/v1/account/games', { state: 'live' }],
    ['/v1/account/games', { state: 'live', sort: 'deadline' }],
    ['/v1/account/blocks', {}],
    ['/v1/challenges', {}],
    ['/v1/challenges', { direction: 'outgoing' }],
    ['/v1/games', { status: 'live' }],
    [me, {}],
    [me, { state: 'live' }],
  ];
  const ask = (index, more) => alice.get(lists[index][0], { query: { ...lists[index][1], ...more } });
  for (let from = 0; from < lists.length; from += 1) {
    const { json } = await ask(from, { limit: 1 });
    assert.ok(json.next_cursor, lists[from]);
    for (let to = 0; to < lists.length; to += 1) {
      const answer = await ask(to, { limit: 2, cursor: json.next_cursor });
      if (to === from) assert.equal(answer.status, 200);
      else isProblem(answer, 400, 'invalid-query', { parameter: 'cursor' });
    }
  }
  const query = { state: 'live', sort: 'deadline', limit: 1 };
  const { json } = await alice.get('/v1/account/games', { query, expect: 200 });
  const turned = { cursor: json.next_cursor, sort: 'deadline', state: 'live' };
  await alice.get('/v1/account/games', { query: turned, expect: 200 });
  for (const path of [`/v1/players/${others[0].player.id}/games`, `${me.slice(0, -5)}rating-history`, '/v1/ladders/live'])
    isProblem(await alice.get(path, { query: { cursor: json.next_cursor } }), 400, 'invalid-query');
});

/** A player with a game in every state. */
async function playerWithGames() {
  const alice = await tests.api.guest();
  const games = {
    fresh: await newLocal(alice),
    mine: await newAgainst(alice, 'easy'),
    finished: await newLocal(alice),
    aborted: await newLocal(alice),
  };
  await alice.put(`/v1/games/${games.finished.id}/resignation`, { seat: 'white' }, { expect: 200 });
  await alice.put(`/v1/games/${games.aborted.id}/abort`, undefined, { expect: 200 });
  return { alice, games };
}

test('my games, by state', async () => {
  const { alice, games } = await playerWithGames();
  const list = async (state) => ids(await pages(alice, '/v1/account/games', { state, limit: 2 })).sort();
  const of = (...names) => names.map((name) => games[name].id).sort();
  assert.deepEqual(await list('live'), of('fresh', 'mine'));
  assert.deepEqual(await list('my-turn'), of('fresh', 'mine'));
  assert.deepEqual(await list('finished'), of('finished'));
  assert.deepEqual(await list('aborted'), of('aborted'));
  assert.deepEqual(await list('all'), of('fresh', 'mine', 'finished', 'aborted'));
  assert.deepEqual(await list(undefined), await list('all'));
});

test('my turn ends with my move, and comes back with the AI’s', async () => {
  const alice = await tests.api.guest();
  const game = await newAgainst(alice, 'easy');
  const mine = async () => (await alice.get('/v1/account/games?state=my-turn', { expect: 200 })).json.items;
  assert.equal((await mine()).length, 1);
  await play(alice, game, 'f5');
  const back = await waitFor(alice, game, ({ turn }) => turn === 'black');
  const [listed] = await mine();
  assert.equal(listed.version, back.version);
});

test('others’ games are not mine', async () => {
  const [alice, bob] = [await tests.api.guest(), await tests.api.guest()];
  await newLocal(alice, { visibility: 'public' });
  const { json } = await bob.get('/v1/account/games', { expect: 200 });
  assert.deepEqual(json.items, []);
});

test('what changed last comes first; by deadline, what waited longest', async () => {
  const alice = await tests.api.guest();
  const games = [];
  for (let count = 0; count < 5; count += 1) games.push(await newLocal(alice));
  await play(alice, games[1], 'f5');
  const order = [1, 4, 3, 2, 0].map((index) => games[index].id);
  for (const limit of [1, 2, 5]) {
    assert.deepEqual(ids(await pages(alice, '/v1/account/games', { state: 'live', limit })), order);
    const longest = await pages(alice, '/v1/account/games', { state: 'live', sort: 'deadline', limit });
    assert.deepEqual(ids(longest), [...order].reverse());
  }
});

test('only what changed since: nothing is missed, what is long past is left out', async () => {
  const alice = await tests.api.guest();
  const [one, two] = [await newLocal(alice), await newLocal(alice)];
  await tests.database.sql(
    `UPDATE games SET created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour',
       turn_started_at = turn_started_at - interval '1 hour' WHERE id IN ('${one.id}', '${two.id}')`,
  );
  const { json: before } = await alice.get('/v1/account/games', { expect: 200 });
  assert.equal(before.items.length, 2);
  const since = { changed_since: before.server_time };
  assert.deepEqual((await alice.get('/v1/account/games', { query: since, expect: 200 })).json.items, []);
  await play(alice, one, 'f5');
  for (const state of ['all', 'live', 'my-turn']) {
    const { json } = await alice.get('/v1/account/games', { query: { ...since, state }, expect: 200 });
    assert.deepEqual(ids(json.items), [one.id]);
  }
});

for (const [query, parameter] of [
  [{ state: 'paused' }, 'state'],
  [{ sort: 'name' }, 'sort'],
  [{ changed_since: 'yesterday' }, 'changed_since'],
  [{ changed_since: '2026-13-01T00:00:00.000Z' }, 'changed_since'],
  [{ changed_since: '2026-02-30T00:00:00Z' }, 'changed_since'],
  [{ limit: 'all' }, 'limit'],
  [{ cursor: '' }, 'cursor'],
]) {
  test(`my games, refused: ${JSON.stringify(query)}`, async () => {
    const alice = await tests.api.guest();
    isProblem(await alice.get('/v1/account/games', { query }), 400, 'invalid-query', { parameter });
  });
}
