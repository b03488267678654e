// Long analyses, worked on in the background: followed, found again, stopped, bounded, and survived.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../support/client.mjs';
import { isProblem, metric, newAgainst, nowhere, play, until, untilParked } from '../support/play.mjs';
import { ownGames } from '../support/records.mjs';
import { replay, squaresOf } from '../support/rules.mjs';
import { serviceForTests, startService } from '../support/service.mjs';
import { analyse, follow } from '../support/study.mjs';

const tests = serviceForTests({ env: { REVERSID_AI_WORKERS: '1' } });
const ask = (client, body, options) => client.post('/v1/positions/analysis', body, options);
const pathOf = ({ json }) => `/v1/analyses/${json.id}`;

/** More than is answered at once, and than a test waits for. */
const endless = { transcript: 'f5d6c3d3c4', nodes: 250_000_000 };

/** The positions of the first plies of a game. */
function positionsOf(plies) {
  const { moves } = ownGames().find((each) => each.moves.length === 120);
  return squaresOf(moves)
    .slice(0, plies)
    .map((_, index) => ({ transcript: moves.slice(0, 2 * index) }));
}

test('what is asked for in the background is what would have been answered at once', async () => {
  const body = { transcript: 'f5d6c3d3c4', nodes: 20_000, depth: 12 };
  const { json: short } = await ask(tests.alice, body, { expect: 200 });
  const begun = await analyse(tests.alice, body);
  assert.equal(begun.headers.location, pathOf(begun));
  assert.deepEqual(begun.json.budget, { nodes: 20_000, depth: 12, exact_empties: 10 });
  const { json } = await follow(tests.alice, pathOf(begun));
  assert.deepEqual(json.positions, [short]);
  assert.equal(json.status, 'done');
  assert.deepEqual(json.progress, { done: 1, total: 1, depth: short.depth, nodes: short.nodes });
  assert.ok(json.expires_at > json.updated_at);
});

test('positions come in their order; what is over or has an empty centre needs no search', async () => {
  const positions = [
    { transcript: 'f5' },
    { transcript: 'f5d6c5f6e7f4g5e6e3' },
    { opening: 'original', transcript: 'd4' },
    { opening: 'original', transcript: 'd4e4d5e5' },
    { position: `OX${'-'.repeat(62)} X` },
  ];
  const budget = { nodes: 2000, depth: 12 };
  const { json: short } = await ask(tests.api, { positions, ...budget }, { expect: 200 });
  const { json } = await follow(tests.api, pathOf(await analyse(tests.api, { positions, ...budget })));
  assert.deepEqual(json.positions, short.positions);
  assert.deepEqual([json.progress.done, json.progress.total], [5, 5]);
});

test('a hundred positions: progress grows, and what is found stays', async () => {
  const positions = [...positionsOf(50), ...positionsOf(50)];
  const begun = await analyse(tests.alice, { positions, nodes: 2000 });
  const seen = [];
  const { json } = await follow(tests.alice, pathOf(begun), (now) => {
    const found = now.positions.filter(Boolean);
    assert.ok(found.length >= now.progress.done && now.positions.slice(0, found.length).every(Boolean));
    seen.push(now);
    return now.status === 'done';
  });
  for (const [index, each] of seen.entries()) {
    assert.ok(index === 0 || each.progress.done >= seen[index - 1].progress.done);
    assert.deepEqual(json.positions.slice(0, each.progress.done), each.positions.slice(0, each.progress.done));
  }
  json.positions.forEach((each, index) => {
    assert.equal(each.moves.length, replay(positions[index].transcript).legal.length);
  });
});

test('a budget that takes long is worked on in the background, and deleting it stops that', async () => {
  const cancelled = await metric(tests.api, 'reversid_studies_cancelled_total');
  const begun = await ask(tests.alice, endless, { expect: 202 });
  await until('it is thought about', async () => (await metric(tests.api, 'reversid_ai_background')) === 1);
  const { json } = await tests.alice.get(pathOf(begun), { expect: 200 });
  assert.equal(json.status, 'running');
  await tests.alice.delete(pathOf(begun), { expect: 204 });
  await until('nothing is', async () => (await metric(tests.api, 'reversid_ai_background')) === 0);
  await until('it is counted', async () => (await metric(tests.api, 'reversid_studies_cancelled_total')) > cancelled);
  isProblem(await tests.alice.get(pathOf(begun)), 404, 'analysis-not-found');
  isProblem(await tests.alice.delete(pathOf(begun)), 404, 'analysis-not-found');
});

test('an exact analysis of more empty squares takes longer, of too many it is refused', async () => {
  const { moves } = ownGames().find((each) => each.moves.length === 120);
  const begun = await ask(tests.alice, { transcript: moves.slice(0, 2 * (60 - 20)), exact: true }, { expect: 202 });
  assert.equal(begun.json.budget.exact_empties, 24);
  await tests.alice.delete(pathOf(begun), { expect: 204 });
  const tooMany = { transcript: moves.slice(0, 2 * (60 - 25)), exact: true };
  isProblem(await ask(tests.alice, tooMany), 422, 'too-many-empties', { pointer: '' });
});

test('true results that take more than is answered at once are worked on in the background', async () => {
  const games = ownGames().filter((each) => each.moves.length === 120);
  const positionsAt = (empties, count) =>
    Array.from({ length: count }, (_, index) => ({ transcript: games[index % games.length].moves.slice(0, 2 * (60 - empties)) }));
  const { json: short } = await ask(tests.api, { positions: positionsAt(13, 40), exact: true }, { expect: 200 });
  assert.ok(short.positions.every(({ exact, moves }) => exact && moves.every((each) => each.exact)));
  const body = { positions: positionsAt(16, 80), exact: true };
  const begun = await ask(tests.alice, body, { headers: { 'Idempotency-Key': 'long' }, expect: 202 });
  assert.equal(begun.headers.location, pathOf(begun));
  const again = await ask(tests.alice, body, { headers: { 'Idempotency-Key': 'long' }, expect: 202 });
  assert.deepEqual([again.json.id, again.headers['idempotent-replay']], [begun.json.id, 'true']);
  const { json } = await follow(tests.alice, pathOf(begun), ({ progress }) => progress.done >= 5);
  assert.ok(json.positions.slice(0, 5).every(({ exact, moves }) => exact && moves.every((each) => each.exact)));
  await tests.alice.delete(pathOf(begun), { expect: 204 });
  // Who names the nodes gets what they find.
  const { json: few } = await ask(tests.api, { ...body, nodes: 1000 }, { expect: 200 });
  assert.ok(few.positions.some(({ exact }) => !exact));
});

test('an exact analysis in the background ends with the true results', async () => {
  const { moves } = ownGames().find((each) => each.moves.length === 120);
  const body = { transcript: moves.slice(0, 2 * 48), exact: true };
  const { json: short } = await ask(tests.alice, body, { expect: 200 });
  const { json } = await follow(tests.alice, pathOf(await analyse(tests.alice, body)));
  assert.equal(json.positions[0].exact, true);
  const values = (analysis) => analysis.moves.map(({ square, score, exact }) => `${square} ${score} ${exact}`).sort();
  assert.deepEqual(values(json.positions[0]), values(short));
});

test('what is thought about at once does not wait for what is not', async () => {
  const begun = await ask(tests.alice, endless, { expect: 202 });
  await until('it is thought about', async () => (await metric(tests.api, 'reversid_ai_background')) === 1);
  const game = await play(tests.alice, await newAgainst(tests.alice, 'medium'), 'f5', 25);
  assert.equal(game.ply, 2);
  await ask(tests.api, { transcript: 'f5', nodes: 100_000 }, { expect: 200 });
  const { json } = await tests.alice.get(pathOf(begun), { expect: 200 });
  assert.equal(json.status, 'running');
  await tests.alice.delete(pathOf(begun), { expect: 204 });
});

test('with a key, the same request finds the same analysis', async () => {
  const headers = { 'Idempotency-Key': 'again' };
  const begun = await analyse(tests.alice, { transcript: 'f5', nodes: 1000 }, { headers, expect: 202 });
  assert.equal(begun.headers['idempotent-replay'], undefined);
  await follow(tests.alice, pathOf(begun));
  const again = await analyse(tests.alice, { nodes: 1000, transcript: 'f5', depth: null }, { headers, expect: 202 });
  assert.deepEqual([again.json.id, again.json.status], [begun.json.id, 'done']);
  assert.equal(again.headers['idempotent-replay'], 'true');
  isProblem(await analyse(tests.alice, { transcript: 'f5', nodes: 1001 }, { headers }), 422, 'idempotency-key-reused');
  const bob = await tests.api.guest();
  const bobs = await analyse(bob, { transcript: 'f5', nodes: 1000 }, { headers, expect: 202 });
  assert.notEqual(bobs.json.id, begun.json.id);
  isProblem(await analyse(bob, endless, { headers: { 'Idempotency-Key': '' } }), 400, 'invalid-header');
});

test('asked for at once ten times with one key, there is one', async () => {
  const headers = { 'Idempotency-Key': 'at-once' };
  const body = { transcript: 'f5', nodes: 1000 };
  const all = await Promise.all(Array.from({ length: 10 }, () => analyse(tests.alice, body, { headers, expect: 202 })));
  assert.equal(new Set(all.map(({ json }) => json.id)).size, 1);
  assert.equal(all.filter((each) => !each.headers['idempotent-replay']).length, 1);
});

test('a player’s analysis is that player’s alone; one without a token is everybody’s who knows its id', async () => {
  const bob = await tests.api.guest();
  const own = await analyse(tests.alice, { transcript: 'f5', nodes: 1000 });
  for (const client of [bob, tests.api]) {
    isProblem(await client.get(pathOf(own)), 404, 'analysis-not-found');
    isProblem(await client.delete(pathOf(own)), 404, 'analysis-not-found');
  }
  await tests.alice.get(pathOf(own), { expect: 200 });
  const open = await analyse(tests.api, { transcript: 'f5', nodes: 1000 });
  await bob.get(pathOf(open), { expect: 200 });
  await bob.delete(pathOf(open), { expect: 204 });
  isProblem(await tests.api.get(pathOf(open)), 404, 'analysis-not-found');
});

test('who waits learns of what is new, or at the end that nothing is; and that it was deleted', async () => {
  const begun = await ask(tests.alice, { ...endless, nodes: 256_000_000 }, { expect: 202 });
  const path = pathOf(begun);
  const running = await follow(tests.alice, path, ({ status }) => status === 'running');
  const headers = { 'If-None-Match': running.headers.etag };
  const short = await tests.alice.get(path, { headers, query: { wait: 1 }, expect: [200, 304] });
  assert.ok(short.status === 304 || short.headers.etag !== running.headers.etag);
  let waiting;
  for (let parked = false; !parked; ) {
    const latest = await tests.alice.get(path, { expect: 200 });
    waiting = tests.alice.get(path, { headers: { 'If-None-Match': latest.headers.etag }, query: { wait: 25 } });
    /* A depth that ends just now answers at once: then it is asked again. */
    parked = await Promise.race([waiting.then(() => false), untilParked(tests.api, 1).then(() => true)]);
  }
  await tests.alice.delete(path, { expect: 204 });
  const answer = await waiting;
  assert.ok([200, 404].includes(answer.status), answer.text);
  isProblem(await tests.alice.get(path, { query: { wait: 25 } }), 404, 'analysis-not-found');
});

test('a caller has only so many under way, and is told when to come back', async () => {
  const { json: limits } = await tests.api.get('/v1/limits', { expect: 200 });
  for (const client of [await tests.api.guest(), tests.api]) {
    const begun = [];
    for (let i = 0; i < limits.background.open_max; i += 1) begun.push(await ask(client, endless, { expect: 202 }));
    const refused = await ask(client, endless);
    isProblem(refused, 429, 'too-many-studies');
    assert.ok(Number(refused.headers['retry-after']) >= 1);
    await client.delete(pathOf(begun[3]), { expect: 204 });
    begun[3] = await ask(client, endless, { expect: 202 });
    for (const each of begun) await client.delete(pathOf(each), { expect: 204 });
  }
});

test('no more of them where many are asked for at once', async () => {
  const { json: limits } = await tests.api.get('/v1/limits', { expect: 200 });
  const most = limits.background.open_max;
  for (const client of [await tests.api.guest(), tests.api]) {
    const asked = await Promise.all(Array.from({ length: most + 10 }, () => ask(client, endless)));
    const begun = asked.filter(({ status }) => status === 202);
    assert.equal(begun.length, most);
    for (const each of asked) if (each.status !== 202) isProblem(each, 429, 'too-many-studies');
    for (const each of begun) await client.delete(pathOf(each), { expect: 204 });
  }
});

/** Rows of analyses that somebody else works on, so that nobody here does. */
const insertOthers = (count) =>
  tests.database.sql(
    `INSERT INTO studies (id, strength, caller, has_token, created_at, positions, steps, nodes_max, depth_max,
       exact_empties_max, fingerprint, version, status, step, stage, depth, nodes, updated_at, lease_until, claim, attempt)
     SELECT gen_random_uuid(), 'own', gen_random_uuid(), true, now(), 'o' || E'\\n', 1, 1, 1, 0,
       sha256('x'), 1, 'open', 0, 0, 0, 0, now(), now() + interval '1 hour', 1, 1
       FROM generate_series(1, ${count})`,
  );

test('when there are too many in all, further ones are refused for now', async () => {
  const { json: limits } = await tests.api.get('/v1/limits', { expect: 200 });
  await insertOthers(limits.background.open_in_all_max);
  try {
    const refused = await analyse(tests.alice, { transcript: 'f5', nodes: 1000 }, {});
    isProblem(refused, 503, 'overloaded');
    assert.ok(Number(refused.headers['retry-after']) >= 1);
    await until('the metrics tell', async () => (await metric(tests.api, 'reversid_studies_running')) >= 1000);
  } finally {
    await tests.database.sql("DELETE FROM studies WHERE lease_until > now() + interval '30 minutes'");
  }
});

test('longest waiting first, and nobody waits for the end of a long one', async () => {
  const bob = await tests.api.guest();
  const long = await ask(tests.alice, { positions: positionsOf(60), nodes: 40_000_000 }, { expect: 202 });
  const short = await analyse(bob, { transcript: 'f5', nodes: 1000 });
  const { json } = await follow(bob, pathOf(short));
  assert.equal(json.status, 'done');
  assert.notEqual((await tests.alice.get(pathOf(long), { expect: 200 })).json.status, 'done');
  await tests.alice.delete(pathOf(long), { expect: 204 });
});

test('an analysis is found again after a kill, and goes on where it was', async () => {
  const positions = positionsOf(60);
  const begun = await analyse(tests.alice, { positions, nodes: 30_000 });
  const before = await follow(tests.alice, pathOf(begun), ({ progress }) => progress.done >= 3);
  await tests.service.kill();
  tests.api.close();
  tests.service = await startService({ database: tests.database, env: { REVERSID_AI_WORKERS: '1' } });
  const { token } = tests.alice;
  tests.api = connect(tests.service.url);
  tests.alice = tests.api.as(token);
  const { json } = await follow(tests.alice, pathOf(begun));
  assert.equal(json.status, 'done');
  assert.deepEqual(
    json.positions.slice(0, before.json.progress.done),
    before.json.positions.slice(0, before.json.progress.done),
  );
  assert.equal(json.progress.nodes, json.positions.reduce((sum, { nodes }) => sum + nodes, 0), 'no result counted twice');
});

test('one that got no further in three claims has failed, with a reason, and is no longer tried', async () => {
  const begun = await ask(tests.alice, endless, { expect: 202 });
  await follow(tests.alice, pathOf(begun), ({ status }) => status === 'running');
  // As if those who had claimed it were killed each time.
  await tests.database.sql(
    `UPDATE studies SET claim = claim + 1, attempt = 3, lease_until = now() - interval '1 second'
      WHERE id = '${begun.json.id}'`,
  );
  const { json } = await follow(tests.alice, pathOf(begun));
  assert.deepEqual([json.status, json.failure], ['failed', 'given-up']);
  await until('it is counted', async () => (await metric(tests.api, 'reversid_studies_failed_total')) >= 1);
  await until('nobody thinks about it', async () => (await metric(tests.api, 'reversid_ai_background')) === 0);
});

test('analyses that ended long ago are deleted when the service starts', async () => {
  const begun = await analyse(tests.alice, { transcript: 'f5', nodes: 1000 });
  await follow(tests.alice, pathOf(begun));
  await tests.database.sql(
    `UPDATE studies SET updated_at = now() - interval '8 days' WHERE id = '${begun.json.id}'`,
  );
  const other = await startService({ database: tests.database });
  try {
    await until('it is gone', async () => (await tests.alice.get(pathOf(begun))).status === 404);
  } finally {
    await other.stop();
  }
});

test('refused: what is no analysis', async () => {
  isProblem(await tests.api.get('/v1/analyses/first'), 400, 'invalid-path', { parameter: 'id' });
  isProblem(await tests.api.get(`/v1/analyses/${nowhere}`), 404, 'analysis-not-found');
  isProblem(await analyse(tests.api, { transcript: 'f5', background: 1 }, {}), 400, 'invalid-field', {
    pointer: '/background',
  });
});
