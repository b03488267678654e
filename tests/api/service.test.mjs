// What the service says of itself: health, metrics, the contract, limits, options, time; and what every answer carries.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseYaml } from '../../web/docs/bundle.mjs';
import { loadContract } from '../support/contract.mjs';
import { isProblem, metric, newAgainst, newLocal, until } from '../support/play.mjs';
import { start } from '../support/rules.mjs';
import { serviceForTests } from '../support/service.mjs';

const contract = loadContract();
const tests = serviceForTests();

test('it is alive and ready', async () => {
  const { json } = await tests.api.get('/healthz', { expect: 200 });
  assert.match(json.version, /^\d+\.\d+\.\d+$/);
  await tests.api.get('/readyz', { expect: 200 });
});

test('a monitor may ask for its health with parameters of its own', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics']) await tests.api.get(`${path}?probe=1`, { expect: 200 });
});

test('metrics are in the text format, and count', async () => {
  const answered = 'reversid_http_requests_total{method="GET",class="4xx"}';
  const before = await metric(tests.api, answered);
  await tests.api.get('/v1/nothing', { expect: 404 });
  assert.equal(await metric(tests.api, answered), before + 1);
  const { text } = await tests.api.get('/metrics', { expect: 200 });
  const line = /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [0-9.e+-]+)$/;
  for (const each of text.trimEnd().split('\n')) assert.match(each, line);
  for (const name of ['reversid_ai_fallbacks_total', 'reversid_ai_turns_taken_over_total'])
    assert.equal(await metric(tests.api, name), 0, name);
  const types = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  assert.equal(new Set(types).size, types.length, 'each metric has one type');
});

test('the histogram of durations counts every request once', async () => {
  const { text } = await tests.api.get('/metrics', { expect: 200 });
  const name = 'reversid_http_request_duration_seconds';
  const buckets = [...text.matchAll(new RegExp(`^${name}_bucket\\{le="[^"]+"\\} (\\d+)$`, 'gm'))].map(([, n]) => +n);
  assert.ok(buckets.length > 2);
  assert.deepEqual(
    buckets,
    [...buckets].sort((one, two) => one - two),
  );
  assert.equal(buckets.at(-1), Number(new RegExp(`^${name}_count (\\d+)$`, 'm').exec(text)[1]));
});

test('the contract is the same as JSON and as YAML', async () => {
  const { json } = await tests.api.get('/v1/openapi.json', { expect: 200 });
  const { text } = await tests.api.get('/v1/openapi.yaml', { expect: 200 });
  assert.deepEqual(parseYaml(text), json);
});

test('its clock is ours', async () => {
  const before = Date.now();
  const { json } = await tests.api.get('/v1/time', { expect: 200 });
  const time = Date.parse(json.server_time);
  assert.ok(time >= before - 1 && time <= Date.now() + 1, json.server_time);
});

test('limits are those that hold', async () => {
  const { json: limits } = await tests.api.get('/v1/limits', { expect: 200 });
  assert.deepEqual(limits.rates.map((each) => each.bucket).sort(), ['creation', 'engine', 'moves', 'reads']);
  const alice = await tests.api.guest();
  const ids = (count) => Array(count).fill('01929b54-8f3a-7c21-9d60-5be2f0a4c713').join(',');
  await alice.get(`/v1/games?ids=${ids(limits.ids_max)}`, { expect: 200 });
  await alice.get(`/v1/games?ids=${ids(limits.ids_max + 1)}`, { expect: 400 });
  await alice.get(`/v1/games?status=live&limit=${limits.page_items_max}`, { expect: 200 });
  await alice.get(`/v1/games?status=live&limit=${limits.page_items_max + 1}`, { expect: 400 });
  const positions = (count) => ({ positions: Array(count).fill({ position: start }) });
  await alice.post('/v1/positions/legal-moves', positions(limits.positions_max), { expect: 200 });
  await alice.post('/v1/positions/legal-moves', positions(limits.positions_max + 1), { expect: 400 });
  const key = (length) => ({ headers: { 'Idempotency-Key': 'k'.repeat(length) } });
  const game = { opponent: { type: 'local' } };
  await alice.post('/v1/games', game, { ...key(limits.idempotency_key_length_max), expect: 201 });
  await alice.post('/v1/games', game, { ...key(limits.idempotency_key_length_max + 1), expect: 400 });
  const { id } = await newLocal(alice);
  await alice.get(`/v1/games/${id}?wait=${limits.wait_seconds_max}`, { expect: 200 });
  await alice.get(`/v1/games/${id}?wait=${limits.wait_seconds_max + 1}`, { expect: 400 });
  const metadata = (bytes) => ({ ...game, metadata: { a: 'x'.repeat(bytes - '{"a":""}'.length) } });
  await alice.post('/v1/games', metadata(limits.metadata_bytes_max), { expect: 201 });
  await alice.post('/v1/games', metadata(limits.metadata_bytes_max + 1), { expect: 400 });
  await alice.post('/v1/games', { ...game, seed: limits.seed_max }, { expect: 201 });
  await alice.post('/v1/games', { ...game, seed: limits.seed_max + 1 }, { expect: 400 });
  await alice.put(`/v1/games/${id}/moves/1`, { square: 'f5', branch: limits.branch_max }, { expect: 409 });
  await alice.put(`/v1/games/${id}/moves/1`, { square: 'f5', branch: limits.branch_max + 1 }, { expect: 400 });
  const query = (count) => `/v1/time?${Array.from({ length: count }, (_, index) => `x${index}`).join('&')}`;
  isProblem(await alice.get(query(limits.query_parameters_max)), 400, 'unknown-parameter');
  isProblem(await alice.get(query(limits.query_parameters_max + 1)), 400, 'invalid-query');
  const echoed = async (length) => {
    const name = 'r'.repeat(length);
    return (await alice.get('/v1/time', { headers: { 'X-Request-Id': name }, expect: 200 })).headers['x-request-id'] === name;
  };
  assert.deepEqual([await echoed(limits.request_id_length_max), await echoed(limits.request_id_length_max + 1)], [true, false]);
});

test('limits of ladders and seeks are those that hold', async () => {
  const { json: limits } = await tests.api.get('/v1/limits', { expect: 200 });
  const { around_max: around, rank_max: rank, step_min: least, step_max: most, ...defaults } = limits.ladders;
  const alice = await tests.api.guest();
  const ask = (path, query, expect) => alice.get(`/v1/ladders/live${path}`, { query, expect });
  await ask('/players/me', { around }, 200);
  await ask('/players/me', { around: around + 1 }, 400);
  await ask('', { from_rank: rank }, 200);
  await ask('', { from_rank: rank + 1 }, 400);
  await ask(`/at-rank/${rank}`, {}, 404);
  await ask(`/at-rank/${rank + 1}`, {}, 400);
  for (const [step, expect] of [[least, 200], [least - 1, 400], [most, 200], [most + 1, 400]]) await ask('/distribution', { step }, expect);
  assert.equal((await ask('/distribution', {}, 200)).json.step, defaults.step_default);
  const { seek_rating_min: weakest, seek_rating_max: strongest } = limits.opponents;
  const terms = { clock: { kind: 'per_move', seconds: 30 }, rated: true };
  for (const range of [{ rating_min: weakest - 1 }, { rating_max: strongest + 1 }]) {
    isProblem(await alice.post('/v1/seeks', { ...terms, ...range }), 400, 'invalid-field');
  }
});

test('bounds that the contract names are the limits that are published', async () => {
  const { json: limits } = await tests.api.get('/v1/limits', { expect: 200 });
  const { json: document } = await tests.api.get('/v1/openapi.json', { expect: 200 });
  const { schemas, parameters } = document.components;
  const query = (path, name) => document.paths[path].get.parameters.find((each) => each.name === name).schema;
  const { accounts, opponents, ladders } = limits;
  const around = query('/v1/ladders/{ladder}/players/{id}', 'around');
  const step = query('/v1/ladders/{ladder}/distribution', 'step');
  const { limit, wait } = { limit: parameters.Limit.schema, wait: parameters.Wait.schema };
  const { name, days } = schemas.CreateToken.properties;
  const { rating_min: least, rating_max: most } = schemas.NewSeek.properties;
  assert.deepEqual(
    [limit.maximum, limit.default, wait.maximum, around.maximum, around.default, step.minimum, step.maximum, step.default],
    [limits.page_items_max, limits.page_items_default, limits.wait_seconds_max, ladders.around_max, ladders.around_default,
      ladders.step_min, ladders.step_max, ladders.step_default],
  );
  assert.deepEqual(
    [query('/v1/ladders/{ladder}', 'from_rank').maximum, name.maxLength, days.maximum, schemas.SignIn.properties.nonce.maxLength],
    [ladders.rank_max, accounts.token_name_characters_max, accounts.token_days_max, accounts.nonce_bytes_max],
  );
  assert.deepEqual([least.minimum, most.maximum], [opponents.seek_rating_min, opponents.seek_rating_max]);
  assert.equal(schemas.NewGame.properties.seed.maximum, limits.seed_max);
  assert.equal(schemas.NewMove.properties.branch.maximum, limits.branch_max);
});

test('everything that the options name can be asked for', async () => {
  const { json: options } = await tests.api.get('/v1/options', { expect: 200 });
  const alice = await tests.api.guest();
  const values = (list) => list.map((each) => each.value);
  assert.deepEqual(values(options.opponents).sort(), ['ai', 'local']);
  for (const level of values(options.levels)) await newAgainst(alice, level);
  for (const color of values(options.colors)) await newAgainst(alice, 'easy', { color });
  for (const visibility of values(options.visibilities)) await newLocal(alice, { visibility });
  for (const opening of values(options.openings)) {
    const position = opening === 'position' ? { position: start } : {};
    const game = await newLocal(alice, { opening, ...position });
    assert.equal(game.opening, opening);
  }
  const { id } = await newLocal(alice);
  for (const theme of values(options.themes))
    await alice.get(`/v1/games/${id}/board.svg`, { query: { theme }, expect: 200 });
  for (const style of values(options.text_styles))
    await alice.get(`/v1/games/${id}/board.txt`, { query: { style }, expect: 200 });
  for (const format of values(options.export_formats))
    await alice.get(`/v1/games/${id}/export`, { query: { format }, expect: 200 });
  for (const size of [options.picture.size_min, options.picture.size_max]) {
    await alice.get(`/v1/games/${id}/board.png`, { query: { size }, expect: 200 });
  }
  await alice.get(`/v1/games/${id}/board.png`, { query: { size: options.picture.size_max + 1 }, expect: 400 });
  const plain = await newAgainst(alice, 'easy');
  assert.deepEqual(plain.you, [options.defaults.color]);
  assert.equal(plain.opening, options.defaults.opening);
  assert.equal(plain.visibility, options.defaults.visibility);
});

test('a sane request id comes back, another is replaced', async () => {
  const ask = async (id) => {
    const { headers } = await tests.api.get('/healthz', { headers: { 'X-Request-Id': id }, expect: 200 });
    return headers['x-request-id'];
  };
  for (const id of ['a', 'Trace-1.b_C', 'x'.repeat(64)]) assert.equal(await ask(id), id);
  for (const id of ['x'.repeat(65), 'two words', 'a"b', 'ä']) assert.notEqual(await ask(id), id);
  assert.notEqual(await ask('two words'), await ask('two words'));
});

test('the request id stands in the log', async () => {
  const answer = await tests.api.get('/v1/time', { headers: { 'X-Request-Id': 'find-me-again' }, expect: 200 });
  assert.equal(answer.headers['x-request-id'], 'find-me-again');
  await until('it is logged', () => tests.service.log.includes('id=find-me-again '));
});

test('no token stands in the log', async () => {
  const alice = await tests.api.guest();
  await alice.get('/v1/account', { expect: 200 });
  await alice.get('/v1/nothing', { expect: 404 });
  await alice.get('/v1/games/x', { expect: 400 });
  assert.ok(!tests.service.log.includes(alice.token));
});

test('large answers are compressed where the client takes it', async () => {
  const alice = await tests.api.guest();
  const { id } = await newLocal(alice);
  const path = `/v1/games/${id}`;
  const plain = await alice.get(path, { expect: 200 });
  assert.equal(plain.headers['content-encoding'], undefined);
  for (const accepted of ['gzip', 'br;q=1, gzip;q=0.5', '*']) {
    const packed = await alice.get(path, { headers: { 'Accept-Encoding': accepted }, expect: 200 });
    assert.equal(packed.headers['content-encoding'], 'gzip', accepted);
    assert.match(packed.headers.vary, /Accept-Encoding/i);
    assert.equal(packed.json.board, plain.json.board);
  }
  for (const refused of ['gzip;q=0', 'br', 'identity', '']) {
    const { headers } = await alice.get(path, { headers: { 'Accept-Encoding': refused }, expect: 200 });
    assert.equal(headers['content-encoding'], undefined, refused);
  }
  const small = await alice.get('/v1/time', { headers: { 'Accept-Encoding': 'gzip' }, expect: 200 });
  assert.equal(small.headers['content-encoding'], undefined);
});

test('pages of other origins may call', async () => {
  const headers = { Origin: 'https://example.org' };
  const { headers: answered } = await tests.api.get('/v1/time', { headers, expect: 200 });
  assert.equal(answered['access-control-allow-origin'], '*');
  const exposed = answered['access-control-expose-headers'].toLowerCase().split(/, */);
  const answers = contract.operations.flatMap(({ operation }) => Object.values(operation.responses));
  const declared = answers.flatMap((each) => Object.keys(contract.resolve(each).headers ?? {}));
  const exempt = ['cache-control', 'vary']; /* the first may be read anyhow; the other tells caches something */
  for (const name of new Set([...declared.map((each) => each.toLowerCase()), 'allow'])) {
    assert.ok(exempt.includes(name) || exposed.includes(name), name);
  }
  const preflight = await tests.api.options('/v1/games', {
    headers: {
      ...headers,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization, content-type, idempotency-key',
    },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers['access-control-allow-origin'], '*');
  assert.match(preflight.headers['access-control-allow-methods'], /\bPOST\b/);
  const allowed = preflight.headers['access-control-allow-headers'].toLowerCase();
  for (const name of ['authorization', 'content-type', 'idempotency-key']) assert.ok(allowed.includes(name), name);
});

test('pages of other origins may send what the contract takes, and read what it answers, and nothing else', async () => {
  const { contract } = tests.api;
  /* What the contract says in words, in `security`, and with the bodies that it has. */
  const taken = new Set(['authorization', 'content-type', 'accept', 'x-request-id']);
  const answered = new Set(['allow']);
  const look = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (node.in === 'header') taken.add(node.name.toLowerCase());
    Object.values(node).forEach(look);
  };
  look(contract.document);
  for (const { operation } of contract.operations) {
    for (const response of Object.values(operation.responses)) {
      Object.keys(contract.resolve(response).headers ?? {}).forEach((name) => answered.add(name.toLowerCase()));
    }
  }
  /* Any page may read the one; the other is for what stands between. */
  for (const name of ['cache-control', 'vary']) answered.delete(name);
  const words = (header) => header.toLowerCase().split(/, */).sort();
  const headers = { Origin: 'https://example.org' };
  const preflight = await tests.api.options('/v1/games', { headers: { ...headers, 'Access-Control-Request-Method': 'POST' } });
  assert.deepEqual(words(preflight.headers['access-control-allow-headers']), [...taken].sort());
  const { headers: given } = await tests.api.get('/v1/time', { headers, expect: 200 });
  assert.deepEqual(words(given['access-control-expose-headers']), [...answered].sort());
});

test('a problem is readable from other origins as well', async () => {
  const { headers } = await tests.api.get('/v1/nothing', { headers: { Origin: 'https://example.org' }, expect: 404 });
  assert.equal(headers['access-control-allow-origin'], '*');
});

test('the documentation page may load nothing from elsewhere', async () => {
  const { headers } = await tests.api.get('/docs', { expect: 200 });
  assert.match(headers['content-security-policy'], /default-src 'none'/);
});
