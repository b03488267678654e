// Blocks: what they keep two players from, either way, and what they leave alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accept, block, challenge, unblock } from '../support/opponents.mjs';
import { newBetween } from '../support/people.mjs';
import { isProblem, nowhere, play, until } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();
const guests = (count) => Promise.all(Array.from({ length: count }, () => tests.api.guest()));

test('blocking, the list, and taking it back; each repeatable', async () => {
  const [ann, ben, cho] = await guests(3);
  const { json, headers } = await block(ann, ben, { expect: 200 });
  assert.deepEqual([json.player.id, json.player.name], [ben.player.id, ben.player.name]);
  assert.equal(headers['idempotent-replay'], undefined);
  const again = await block(ann, ben, { expect: 200 });
  assert.equal(again.headers['idempotent-replay'], 'true');
  assert.deepEqual(again.json, json);
  const of = (client, { player }) => client.get(`/v1/account/blocks/${player.id}`);
  const seen = await of(ann, ben);
  assert.deepEqual([seen.status, seen.json], [200, json]);
  isProblem(await of(ann, cho), 404, 'block-not-found');
  isProblem(await of(ben, ann), 404, 'block-not-found');
  await block(ann, cho, { expect: 200 });
  const first = await ann.get('/v1/account/blocks', { query: { limit: 1 }, expect: 200 });
  assert.deepEqual(first.json.items.map((each) => each.player.id), [cho.player.id]);
  const rest = await ann.get('/v1/account/blocks', { query: { cursor: first.json.next_cursor }, expect: 200 });
  assert.deepEqual(rest.json, { items: [json], next_cursor: null });
  const { json: theirs } = await ben.get('/v1/account/blocks', { expect: 200 });
  assert.deepEqual(theirs.items, []);
  await unblock(ann, ben, { expect: 204 });
  await unblock(ann, ben, { expect: 204 });
  isProblem(await of(ann, ben), 404, 'block-not-found');
  const { json: left } = await ann.get('/v1/account/blocks', { expect: 200 });
  assert.deepEqual(left.items.map((each) => each.player.id), [cho.player.id]);
});

test('neither oneself nor nobody', async () => {
  const [ann] = await guests(1);
  isProblem(await block(ann, ann), 400, 'invalid-path', { parameter: 'player' });
  isProblem(await block(ann, { player: { id: nowhere } }), 404, 'player-not-found');
  for (const id of ['me', '00000000-0000-0000-0000-000000000000']) {
    isProblem(await block(ann, { player: { id } }), 400, 'invalid-path', { parameter: 'player' });
    isProblem(await unblock(ann, { player: { id } }), 400, 'invalid-path', { parameter: 'player' });
    isProblem(await ann.get(`/v1/account/blocks/${id}`), 400, 'invalid-path', { parameter: 'player' });
  }
});

test('no challenge either way, and none that was open can be accepted', async () => {
  const [ann, ben] = await guests(2);
  const named = await challenge(ben, { to: ann.player.id });
  const open = await challenge(ben);
  const own = await challenge(ann);
  await block(ann, ben, { expect: 200 });
  isProblem(await ann.post('/v1/challenges', { to: ben.player.id }), 403, 'blocked');
  isProblem(await ben.post('/v1/challenges', { to: ann.player.id }), 403, 'blocked');
  isProblem(await accept(ann, named), 403, 'blocked');
  isProblem(await accept(ann, open), 403, 'blocked');
  isProblem(await accept(ben, own), 403, 'blocked');
  const { json: seen } = await ann.get('/v1/challenges', { query: { direction: 'incoming' }, expect: 200 });
  assert.deepEqual(seen.items, []);
  await unblock(ann, ben, { expect: 204 });
  const { json: back } = await ann.get('/v1/challenges', { query: { direction: 'incoming' }, expect: 200 });
  assert.deepEqual(back.items.map((each) => each.id), [named.id]);
  await accept(ann, named, { expect: 201 });
});

test('a game that is running goes on; there is no rematch', async () => {
  const [ann, ben] = await guests(2);
  const { json: game } = await accept(ben, await challenge(ann, { color: 'black' }), { expect: 201 });
  await block(ben, ann, { expect: 200 });
  await play(ann, game, game.legal_moves[0].square);
  await ben.put(`/v1/games/${game.id}/resignation`, undefined, { expect: 200 });
  for (const client of [ann, ben]) isProblem(await client.put(`/v1/games/${game.id}/rematch`), 403, 'blocked');
  isProblem(await tests.alice.put(`/v1/games/${game.id}/rematch`), 403, 'not-a-seat');
  await unblock(ben, ann, { expect: 204 });
  await ann.put(`/v1/games/${game.id}/rematch`, undefined, { expect: 200 });
  const { json: again } = await ben.put(`/v1/games/${game.id}/rematch`, undefined, { expect: 201 });
  await block(ben, ann, { expect: 200 });
  const { json: repeated } = await ben.put(`/v1/games/${game.id}/rematch`, undefined, { expect: 200 });
  assert.equal(repeated.id, again.id);
});

test('so many are enough', async () => {
  const [ann, ben] = await guests(2);
  const { json: limits } = await tests.api.get('/v1/limits', { expect: 200 });
  await tests.database.sql(
    `INSERT INTO blocks (player_id, blocked_id, blocked_name, created_at)
     SELECT '${ann.player.id}', gen_random_uuid(), 'Somebody', date_trunc('milliseconds', now())
       FROM generate_series(1, ${limits.opponents.blocks_max})`,
  );
  const refused = await block(ann, ben);
  isProblem(refused, 429, 'too-many-blocks');
  assert.equal(refused.headers['retry-after'], undefined, 'waiting does not help');
});

test('no more of them where many are placed at once, of which each may be the same', async () => {
  const [ann, ...others] = await guests(7);
  const { json: limits } = await tests.api.get('/v1/limits', { expect: 200 });
  await tests.database.sql(
    `INSERT INTO blocks (player_id, blocked_id, blocked_name, created_at)
     SELECT '${ann.player.id}', gen_random_uuid(), 'Somebody', date_trunc('milliseconds', now())
       FROM generate_series(1, ${limits.opponents.blocks_max - 2})`,
  );
  const answers = await Promise.all(others.map((other) => block(ann, other)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 429, 429, 429, 429]);
  const blocked = others[answers.findIndex(({ status }) => status === 200)];
  await unblock(ann, blocked, { expect: 204 });
  const same = await Promise.all(Array.from({ length: 6 }, () => block(ann, blocked)));
  assert.deepEqual(same.map(({ status }) => status), Array(6).fill(200));
});

/* --- a block while something waits to be written ------------------------------------------------------------------- */

/** Lets a request wait for a row that it writes, blocks meanwhile, and lets it go on; its answer. */
async function blockedMeanwhile(table, id, request, ann, ben) {
  const release = await tests.database.hold(`SELECT FROM ${table} WHERE id = '${id}' FOR UPDATE`);
  const waits = `SELECT count(*) FROM pg_locks WHERE NOT granted`;
  const answer = request();
  await until('the request waits for the row', async () => (await tests.database.sql(waits)) !== '0');
  await block(ann, ben, { expect: 200 });
  await release();
  return answer;
}

test('a block while an acceptance is being written stops it', async () => {
  const [ann, ben] = await guests(2);
  for (const made of [await challenge(ben, { to: ann.player.id }), await challenge(ben)]) {
    isProblem(await blockedMeanwhile('challenges', made.id, () => accept(ann, made), ann, ben), 403, 'blocked');
    isProblem(await ann.get(`/v1/games/${made.id}`), 404, 'game-not-found');
    await unblock(ann, ben, { expect: 204 });
    await accept(ann, made, { expect: 201 });
  }
});

test('a block while a rematch is being offered or accepted stops it', async () => {
  const [ann, ben] = await guests(2);
  for (const offered of [false, true]) {
    const game = await newBetween(tests.database, ann, ben);
    const path = `/v1/games/${game.id}`;
    await ann.put(`${path}/resignation`, undefined, { expect: 200 });
    if (offered) await ann.put(`${path}/rematch`, undefined, { expect: 200 });
    const { json: before } = await ben.get(path);
    const ask = () => ben.put(`${path}/rematch`);
    isProblem(await blockedMeanwhile('games', game.id, ask, ann, ben), 403, 'blocked');
    assert.deepEqual((await ben.get(path)).json.rematch, before.rematch);
    await unblock(ann, ben, { expect: 204 });
    assert.equal((await ask()).status, offered ? 201 : 200);
  }
});
