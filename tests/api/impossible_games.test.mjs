// A stored game that no game can be, by whatever mistake, is out of its players' sight, and out of nothing else's way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBetween } from '../support/people.mjs';
import { newLocal } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();

/** A guest with seven public games, the latest first, of which the first, fourth and last are impossible. */
async function unlucky(state = 'live') {
  const client = await tests.api.guest();
  const games = [];
  for (let i = 0; i < 7; i += 1) games.unshift((await newLocal(client, { visibility: 'public' })).id);
  if (state === 'finished') {
    for (const id of games) await client.put(`/v1/games/${id}/resignation`, { seat: 'black' }, { expect: 200 });
  }
  const [bad, good] = [games.filter((id, index) => index % 3 === 0), games.filter((id, index) => index % 3 !== 0)];
  await spoil(bad);
  return { client, bad, good };
}

const spoil = (ids) =>
  tests.database.sql(
    `UPDATE games SET moves = 'a1', move_by = 'h', used_ms = '{0}' WHERE id IN (${ids.map((id) => `'${id}'`)})`,
    'owner',
  );

/** The ids on all pages of a list, of so many items each. */
async function pages(client, path, query) {
  const ids = [];
  let cursor;
  let count = 0;
  do {
    const { json } = await client.get(path, { query: { ...query, cursor }, expect: 200 });
    ids.push(...(json.items ?? json.games).map(({ id }) => id));
    cursor = json.next_cursor ?? undefined;
    count += 1;
    assert.ok(count < 50, 'a list without an end');
  } while (cursor);
  return ids;
}

const sorted = (ids) => [...ids].sort();
const isNamed = (bad) => {
  for (const id of bad) assert.match(tests.service.log, new RegExp(`event=impossible-game .*game=${id}`));
};

for (const limit of [1, 2, 3, 4, 7, 50]) {
  test(`pages of ${limit} show all others`, async () => {
    const { client, bad, good } = await unlucky();
    for (const query of [{}, { state: 'live' }, { sort: 'deadline' }, { state: 'live', sort: 'updated' }]) {
      assert.deepEqual(sorted(await pages(client, '/v1/account/games', { ...query, limit })), sorted(good), JSON.stringify(query));
    }
    assert.deepEqual(await pages(client, `/v1/players/${client.player.id}/games`, { limit }), good);
    const live = await pages(tests.api, '/v1/games', { status: 'live', limit });
    assert.deepEqual(live.filter((id) => good.includes(id)), good);
    assert.ok(!live.some((id) => bad.includes(id)));
    isNamed(bad);
  });
}

test('finished ones, and games by their ids', async () => {
  const { client, bad, good } = await unlucky('finished');
  assert.deepEqual(sorted(await pages(client, '/v1/account/games', { state: 'finished', limit: 2 })), sorted(good));
  const { json } = await client.get('/v1/games', { query: { ids: [...bad, ...good].join(',') }, expect: 200 });
  assert.deepEqual(json.items.map(({ id }) => id), good);
});

test('everything about me has all others', async () => {
  const { client, bad, good } = await unlucky();
  assert.deepEqual(sorted(await pages(client, '/v1/account/export')), sorted(good));
  isNamed(bad);
});

test('the stream of everything has all others, and goes on', async () => {
  const { client, good } = await unlucky();
  const stream = await client.stream('/v1/events');
  const { games } = await stream.next();
  assert.deepEqual(sorted(games.map(({ id }) => id)), sorted(good));
  const { id } = await newLocal(client);
  assert.equal((await stream.next()).game.id, id);
  await spoil([id]);
  const later = await newLocal(client);
  assert.equal((await stream.next()).game.id, later.id);
  stream.close();
});

test('a match with such a game is left out of it, and all else is there', async () => {
  const [alice, bob] = [await tests.api.guest(), await tests.api.guest()];
  const game = await newBetween(tests.database, alice, bob, { wins_needed: 3 });
  const { json: ended } = await alice.put(`/v1/games/${game.id}/resignation`, undefined, { expect: 200 });
  const other = await newLocal(alice);
  await spoil([game.id]);
  const stream = await alice.stream('/v1/events');
  const { games, matches } = await stream.next();
  assert.deepEqual(sorted(games.map(({ id }) => id)), sorted([ended.match.next_game_id, other.id]));
  assert.deepEqual(matches, []);
  stream.close();
});
