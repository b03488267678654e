// Many requests: nothing leaks, nothing piles up, and nobody's flood stops others' moves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metric, move, newAgainst, newLocal, play, playAll, until } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests({ env: { REVERSID_LOG_LEVEL: 'warning', REVERSID_REQUEST_WORKERS: '8' } });
const requestsWanted = 10_000;
const atOnce = 16;

/** One round of all kinds of requests, good and bad; how many that were. */
async function round(number) {
  const { alice, api } = tests;
  const game = await newLocal(alice, { metadata: { round: number } });
  const path = `/v1/games/${game.id}`;
  const moved = await play(alice, game, 'f5');
  const ask = (method, target, body, options) => alice.request(method, target, { body, ...options });
  const answers = [
    await ask('PUT', `${path}/moves/1`, { square: 'f5' }),
    await ask('PUT', `${path}/moves/1`, { square: 'd3' }),
    await ask('PUT', `${path}/moves/2`, { square: 'a1' }),
    await ask('PUT', `${path}/moves/2`, { square: 'pass' }),
    await ask('PUT', `${path}/moves/2`, '{"square":"d6","square":"d6"}'),
    await ask('PUT', `${path}/moves/2`, '{"square":'),
    await ask('GET', path, undefined, { headers: { 'Accept-Encoding': 'gzip' } }),
    await ask('GET', path, undefined, { headers: { 'If-None-Match': '*' } }),
    await ask('GET', `${path}?ply=0`),
    await ask('GET', `${path}/moves`),
    await ask('GET', `${path}/board.svg?size=100`),
    await ask('GET', `${path}/board.txt?style=emoji`),
    await ask('GET', `${path}/export?format=ggf`),
    await ask('GET', '/v1/games?status=live&limit=2'),
    await ask('GET', '/v1/account/games?limit=2'),
    await ask('POST', '/v1/positions/legal-moves', { transcript: moved.moves }),
    await ask('POST', '/v1/positions/move', { transcript: moved.moves, level: 'easy' }),
    await ask('POST', '/v1/positions/analysis', { transcript: moved.moves, depth: 1 }),
    await ask('GET', '/v1/account', undefined, { token: 'rvg_junk' }),
    await ask('GET', '/v1/nothing'),
    await ask('DELETE', path),
    await ask('OPTIONS', path),
    await ask('HEAD', path),
    await ask('PUT', `${path}/abort`),
    await ask('PUT', `${path}/branches/1`),
  ];
  const stream = await api.stream(`${path}/events`);
  await stream.next();
  assert.equal(await stream.next(), undefined);
  assert.ok(answers.every(({ status }) => status < 500));
  return answers.length + 3;
}

test('ten thousand requests of all kinds; the service then ends without a leak', async (t) => {
  let done = 0;
  let number = 0;
  const asker = async () => {
    while (done < requestsWanted) done += await round((number += 1));
  };
  await Promise.all(Array.from({ length: atOnce }, asker));
  t.diagnostic(`${done} requests`);
  await until('nothing is in flight', async () => (await metric(tests.api, 'reversid_requests_in_flight')) <= 1);
  assert.equal(await metric(tests.api, 'reversid_requests_parked'), 0);
  assert.equal(await metric(tests.api, 'reversid_streams_open'), 0);
});

test('each way to be refused, a thousand times, leaves the database’s connections as they were', async () => {
  const count = () =>
    tests.database.sql(
      `SELECT count(*) FROM pg_stat_activity WHERE usename = 'reversid' AND datname = current_database()`,
    );
  const game = await playAll(tests.alice, await newLocal(tests.alice), 'f5d6');
  const path = `/v1/games/${game.id}`;
  const before = Number(await count());
  const refused = [
    [409, () => tests.alice.put(`${path}/moves/1`, { square: 'd3' })],
    [422, () => tests.alice.put(`${path}/moves/3`, { square: 'a1' })],
    [404, () => tests.alice.get(`${path}?ply=9`)],
    [403, () => tests.alice.put(`${path}/branches/1`)],
    [401, () => tests.api.as(`rvg_${'A'.repeat(59)}`).get(path)],
    [400, () => tests.alice.put(`${path}/moves/3`, { square: 'i9' })],
  ];
  for (const [status, ask] of refused) {
    for (let batch = 0; batch < 20; batch += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, ask));
      assert.ok(answers.every((each) => each.status === status));
    }
  }
  assert.ok(Number(await count()) <= before + 1);
});

test('a flood of analyses stops neither moves nor reads', async () => {
  const ended = new AbortController();
  const [bob, carol] = [await tests.api.guest(), await tests.api.guest()];
  const body = { positions: Array(20).fill({ transcript: 'f5d6c3d3c4' }), nodes: 20_000 };
  const ask = () => bob.post('/v1/positions/analysis', body, { signal: ended.signal, expect: 200 });
  const flood = async () => {
    while (!ended.signal.aborted) await ask().catch((error) => assert.ok(ended.signal.aborted, error.message));
  };
  const floods = Array.from({ length: 40 }, flood);
  const queued = () => metric(tests.api, 'reversid_ai_queued');
  await until('the engine has too much to do', async () => (await queued()) > 20);
  let game = await newAgainst(carol, 'easy');
  for (let count = 0; count < 5; count += 1) game = await play(carol, game, game.legal_moves[0].square, 25);
  assert.equal(game.ply, 10);
  assert.equal((await move(carol, await newLocal(carol), 'f5')).status, 201);
  await until('the flood is still there', async () => (await queued()) > 20);
  ended.abort();
  await Promise.all(floods);
  await until('nothing is left of the flood', async () => (await queued()) === 0);
});
