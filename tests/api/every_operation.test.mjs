// What holds for every operation alike, asked of each one that the contract has: so a new operation is held to it too.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { loadContract } from '../support/contract.mjs';
import { until } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const contract = loadContract();
const tests = serviceForTests({ google: true });
const nowhere = '01929b54-8f3a-7c21-9d60-5be2f0a4c713';

/**
 * A good request for each operation that needs more than its path; {id} is what `make` makes, a new local game of the
 * caller's where that is left out, and `missing` the code for one that does not exist.
 */
const requests = {
  get_docs_asset: { path: { asset: 'init.js' } },
  get_page_asset: { path: { digest: 'present', asset: 'app.js' } },
  sign_in: { body: () => ({ credential: tests.google.token() }), token: null, status: 201 },
  refresh_session: { body: async () => ({ refresh_token: (await tests.signIn()).session.refresh_token }), token: null },
  end_session: { client: () => tests.signIn(), status: 204 },
  end_sessions: { client: () => tests.signIn(), status: 204 },
  end_session_by_id: { make: newSession, missing: 'session-not-found', status: 204 },
  create_token: { client: () => tests.signIn(), body: { name: 'a program', scopes: ['read'] } },
  delete_token: { make: newToken, missing: 'personal-token-not-found', status: 204 },
  change_account: { body: { settings: { sound: false } } },
  delete_account: { client: () => tests.signIn(), status: 202 },
  list_players: { query: { name: 'nobody' } },
  get_player: { make: somebody, missing: 'player-not-found' },
  list_player_games: { make: somebody, missing: 'player-not-found' },
  list_rating_history: { make: somebody, missing: 'player-not-found' },
  get_versus: { make: somebody, missing: 'player-not-found' },
  get_ladder: { path: { ladder: 'live' } },
  get_ladder_player: { make: somebody, path: { ladder: 'live' }, missing: 'player-not-found' },
  get_ladder_rank: { path: { ladder: 'live', rank: 1 }, status: 404 },
  get_ladder_distribution: { path: { ladder: 'live' } },
  get_problem: { path: { slug: 'illegal-move' } },
  create_game: { body: { opponent: { type: 'local' } } },
  list_games: { query: { status: 'live' } },
  play_move: { path: { ply: 1 }, body: { square: 'f5' } },
  undo_game: { path: { branch: 1 }, status: 403 },
  resign_game: { body: { seat: 'black' } },
  review_game: { make: finishedGame, body: { strength: 'quick' }, status: 202 },
  get_review: { make: reviewedGame, query: { strength: 'quick' } },
  get_analysis: { make: newAnalysis, missing: 'analysis-not-found' },
  delete_analysis: { make: newAnalysis, missing: 'analysis-not-found', status: 204 },
  give_hint: { make: () => newGame({ opponent: { type: 'ai', level: 'easy' } }), body: { nodes: 1000 } },
  drop_draw: { status: 204 },
  accept_draw: { status: 409 },
  offer_rematch: { make: finishedGame },
  drop_rematch: { make: finishedGame, status: 204 },
  get_match: { make: newMatch, missing: 'match-not-found' },
  leave_match: { make: newMatch, missing: 'match-not-found', body: { seat: 'white' } },
  list_legal_moves: { body: { transcript: 'f5' } },
  choose_move: { body: { transcript: 'f5', level: 'easy' } },
  analyse_position: { body: { transcript: 'f5', depth: 2 } },
  get_block: { status: 404 },
  unblock_player: { status: 204 },
  create_challenge: { body: {} },
  get_challenge: { make: newInvitation, missing: 'challenge-not-found' },
  cancel_challenge: { make: newOwnChallenge, missing: 'challenge-not-found', status: 204 },
  accept_challenge: { make: newInvitation, missing: 'challenge-not-found' },
  decline_challenge: { make: newChallenge, missing: 'challenge-not-found', body: { reason: 'not-now' } },
  create_seek: { body: { color: 'black' } },
  get_seek: { make: newSeek, missing: 'seek-not-found' },
  withdraw_seek: { make: newOwnSeek, missing: 'seek-not-found', status: 204 },
};

let signedIn;

/** The client that asks: a player who has signed in. */
async function alice() {
  signedIn ??= await tests.signIn();
  return signedIn;
}

async function newGame(body = { opponent: { type: 'local' } }) {
  const { json } = await (await alice()).post('/v1/games', body, { expect: 201 });
  return json.id;
}

async function finishedGame() {
  const id = await newGame();
  await (await alice()).put(`/v1/games/${id}/moves/1`, { square: 'f5' }, { expect: 201 });
  await (await alice()).put(`/v1/games/${id}/resignation`, { seat: 'black' }, { expect: 200 });
  return id;
}

/** A game whose review has ended. */
async function reviewedGame() {
  const id = await finishedGame();
  await (await alice()).post(`/v1/games/${id}/review`, { strength: 'quick' }, { expect: 202 });
  await ended(`/v1/games/${id}/review?strength=quick`);
  return id;
}

/** A long analysis that anyone may see and that has ended. */
async function newAnalysis() {
  const body = { transcript: 'f5', nodes: 1000, background: true };
  const { json } = await (await alice()).as(undefined).post('/v1/positions/analysis', body, { expect: 202 });
  await ended(`/v1/analyses/${json.id}`);
  return json.id;
}

const ended = (path) =>
  until('it has ended', async () => (await (await alice()).get(path)).json.status === 'done');

let signedOut;

/** A token that was good. */
async function endedToken() {
  if (!signedOut) {
    signedOut = await tests.signIn();
    await signedOut.delete('/v1/auth/session', { expect: 204 });
  }
  return signedOut.token;
}

const programs = new Map();

/** A personal token of the client's with these scopes. */
async function programToken(scopes) {
  const name = scopes.join(' ');
  if (!programs.has(name)) {
    const { json } = await (await alice()).post('/v1/tokens', { name, scopes }, { expect: 201 });
    programs.set(name, json.access_token);
  }
  return programs.get(name);
}

/** Another session of the player who asks. */
async function newSession() {
  const { player } = await alice();
  const id = randomUUID();
  await tests.database.sql(
    `INSERT INTO sessions (player_id, id, created_at, refreshed_at, expires_at, refresh_hash)
     VALUES ('${player.id}', '${id}', now(), now(), now() + interval '1 day', sha256('${id}'))`,
  );
  return id;
}

async function newToken() {
  const { json } = await (await alice()).post('/v1/tokens', { name: 'a program', scopes: ['read'] }, { expect: 201 });
  return json.id;
}

function newMatch() {
  return newGame({ opponent: { type: 'local' }, wins_needed: 3 });
}

/** A new player, whose id is for paths. */
async function somebody() {
  const { player } = await tests.api.guest();
  return player.id;
}

/** An invitation of somebody else's. */
async function newInvitation() {
  const { json } = await (await tests.api.guest()).post('/v1/challenges', {}, { expect: 201 });
  return json.id;
}

/** A challenge of somebody else's to the client. */
async function newChallenge() {
  const to = (await alice()).player.id;
  const { json } = await (await tests.api.guest()).post('/v1/challenges', { to }, { expect: 201 });
  return json.id;
}

async function newOwnChallenge() {
  const { json } = await (await alice()).post('/v1/challenges', {}, { expect: 201 });
  return json.id;
}

/** A seek of somebody else's that no other one fits. */
async function newSeek() {
  const { json } = await (await tests.api.guest()).post('/v1/seeks', { color: 'white', wins_needed: 5 }, { expect: 201 });
  return json.id;
}

let ownSeek;

/** A seek of the client's, who has no other of these. */
async function newOwnSeek() {
  const client = await alice();
  if (ownSeek) await client.request('DELETE', `/v1/seeks/${ownSeek}`, { expect: 204 });
  const { json } = await client.post('/v1/seeks', { color: 'white', wins_needed: 3 }, { expect: 201 });
  ownSeek = json.id;
  return ownSeek;
}

/** The id of a new thing that an operation is good for. */
const make = (operation) => (requests[operation.id]?.make ?? newGame)();

/** Sends the good request of an operation, changed by `change`; the answer. */
async function ask(operation, change = {}) {
  const { id, method, path } = operation;
  const good = requests[id] ?? {};
  const values = { ...good.path, ...change.path };
  if (path.includes('{id}')) values.id ??= await make(operation);
  for (const name of ['player', 'other']) if (path.includes(`{${name}}`)) values[name] ??= await somebody();
  const target = path.replace(/\{([^}]+)\}/g, (_, name) => values[name]);
  const { path: unused, query, ...options } = change;
  const body = change.method ? {} : { body: typeof good.body === 'function' ? await good.body() : good.body };
  const client = await (good.client ?? alice)();
  return client.request(change.method ?? method, target, {
    ...body,
    token: good.token,
    ...options,
    query: { ...good.query, ...query },
  });
}

const isStream = ({ id }) => id === 'stream_game' || id === 'stream_events';
const takesBody = ({ operation }) => operation.requestBody !== undefined;
const optionalToken = ({ operation }) => operation.security.some((each) => !each.bearer);
const looksAtTokens = ({ operation }) => operation.security.length > 0;
const needsToken = (operation) => looksAtTokens(operation) && !optionalToken(operation);
const each = (filter, name, run) => {
  for (const operation of contract.operations.filter(filter)) {
    test(`${operation.id}: ${name}`, () => run(operation));
  }
};

function isProblem(answer, status, code, more = {}) {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.json.code, code, answer.text);
  for (const [name, value] of Object.entries(more)) assert.equal(answer.json[name], value, answer.text);
}

each((operation) => !isStream(operation), 'a good request is answered', async (operation) => {
  const { status } = await ask(operation);
  assert.equal(status, requests[operation.id]?.status ?? (operation.operation.responses['201'] ? 201 : 200));
});

each(() => true, 'the request id is the client’s', async (operation) => {
  const answer = await ask(operation, { headers: { 'X-Request-Id': 'abc.DEF_1-2', Accept: 'image/none' }, method: 'HEAD' });
  assert.equal(answer.headers['x-request-id'], 'abc.DEF_1-2');
});

each(({ path }) => path.startsWith('/v1'), 'an unknown query parameter is refused', async (operation) => {
  const answer = await ask(operation, { query: { surprise: '1' } });
  isProblem(answer, 400, 'unknown-parameter', { parameter: 'surprise' });
});

each(() => true, 'a method that it does not take is 405 with Allow', async (operation) => {
  const taken = contract.operations.filter(({ path }) => path === operation.path).map(({ method }) => method);
  const answer = await ask(operation, { method: ['PATCH', 'PUT'].find((method) => !taken.includes(method)) });
  isProblem(answer, 405, 'method-not-allowed');
  const allowed = answer.headers.allow.split(/, */);
  assert.ok(allowed.includes(operation.method) && allowed.includes('OPTIONS'), answer.headers.allow);
  assert.equal(allowed.includes('HEAD'), allowed.includes('GET'));
});

each(() => true, 'OPTIONS names the methods', async (operation) => {
  const { status, headers } = await ask(operation, { method: 'OPTIONS' });
  assert.equal(status, 204);
  assert.ok(headers.allow.split(/, */).includes(operation.method), headers.allow);
});

each(
  (operation) => operation.method === 'GET' && !isStream(operation),
  'HEAD answers as GET without the body',
  async (operation) => {
    const id = operation.path.includes('{id}') ? await make(operation) : undefined;
    const path = id ? { id } : {};
    const [get, head] = [await ask(operation, { path }), await ask(operation, { path, method: 'HEAD' })];
    for (const name of ['content-type', 'etag', 'cache-control']) {
      assert.equal(head.headers[name], get.headers[name], name);
    }
    assert.equal(head.status, get.status);
  },
);

each(looksAtTokens, 'a token that is not ours is 401', async (operation) => {
  const answer = await ask(operation, { token: 'rvg_nonsense' });
  isProblem(answer, 401, 'token-invalid');
});

each(
  needsToken,
  'without a token it is 401',
  async (operation) => isProblem(await ask(operation, { token: null }), 401, 'token-missing'),
);

/** Tokens that an operation refuses, and how. Signing in takes one that has ended for none. */
async function badTokens({ id, operation }) {
  const junk = ['rvg_nonsense', 401, 'token-invalid'];
  if (id === 'sign_in') return [junk];
  if (!operation['x-scope']) return [junk, [await endedToken(), 401, 'token-expired']];
  const scopes = ['read', 'play', 'account'].filter((scope) => scope !== operation['x-scope']);
  return [
    [null, 401, 'token-missing'],
    junk,
    [await endedToken(), 401, 'token-expired'],
    [await programToken(scopes), 403, 'scope-missing'],
  ];
}

each(looksAtTokens, 'a bad token comes before a bad parameter', async (operation) => {
  const path = operation.path.includes('{id}') ? { id: 'first' } : {};
  for (const [token, status, code] of await badTokens(operation)) {
    isProblem(await ask(operation, { path, query: { surprise: '1' }, token }), status, code);
  }
});

each(
  (operation) => looksAtTokens(operation) && takesBody(operation),
  'a bad token comes before a bad body',
  async (operation) => {
    const path = operation.path.includes('{id}') ? { id: await make(operation) } : {};
    for (const [token, status, code] of await badTokens(operation)) {
      for (const body of ['{}', '{"surprise":1}', '[]', '{"opponent":']) {
        isProblem(await ask(operation, { path, body, token }), status, code);
      }
    }
  },
);

each(
  (operation) => optionalToken(operation) && !isStream(operation),
  'it needs no token',
  async (operation) =>
    assert.equal((await ask(operation, { token: null })).status, requests[operation.id]?.status ?? 200),
);

each(({ path }) => path.includes('{id}'), 'an id that is no UUID is refused', async (operation) => {
  isProblem(await ask(operation, { path: { id: 'first' } }), 400, 'invalid-path', { parameter: 'id' });
});

each(({ path }) => path.includes('{id}'), 'an id that does not exist is 404', async (operation) => {
  const code = requests[operation.id]?.missing ?? 'game-not-found';
  isProblem(await ask(operation, { path: { id: nowhere } }), 404, code);
});

each(({ operation }) => operation.responses['304'] !== undefined, 'nothing new is 304', async (operation) => {
  const path = { id: await make(operation) };
  const { headers } = await ask(operation, { path });
  const again = await ask(operation, { path, headers: { 'If-None-Match': headers.etag } });
  assert.equal(again.status, 304);
  assert.equal(again.headers.etag, headers.etag);
});

/** What a DELETE that is sent again answers where it does not find what it has ended. */
const gone = {
  delete_token: [404, 'personal-token-not-found'],
  end_session_by_id: [404, 'session-not-found'],
  delete_analysis: [404, 'analysis-not-found'],
  end_session: [401, 'token-expired'],
  end_sessions: [401, 'token-expired'],
  delete_account: [401, 'token-expired'],
};

each(({ method }) => method === 'DELETE', 'sent again, it says that it is done', async (operation) => {
  const { token } = await (requests[operation.id].client ?? alice)();
  const path = operation.path.includes('{id}') ? { id: await make(operation) } : { player: nowhere };
  assert.equal((await ask(operation, { path, token })).status, requests[operation.id].status);
  const again = await ask(operation, { path, token });
  if (gone[operation.id]) isProblem(again, ...gone[operation.id]);
  else assert.equal(again.status, 204);
});

each(takesBody, 'a field that is null counts as left out', async (operation) => {
  const schema = contract.resolve(operation.operation.requestBody.content['application/json'].schema);
  const { body: given = {} } = requests[operation.id] ?? {};
  const body = typeof given === 'function' ? await given() : given;
  const optional = Object.keys(schema.properties ?? {}).filter((name) => !schema.required?.includes(name));
  const nulls = Object.fromEntries(optional.map((name) => [name, null]));
  contract.validate(schema, { ...nulls, ...body }, true, operation.id);
  const { status, text } = await ask(operation, { body: { ...nulls, ...body } });
  assert.equal(status, requests[operation.id]?.status ?? (operation.operation.responses['201'] ? 201 : 200), text);
});

each(takesBody, 'a body that is not said to be JSON is 415', async (operation) => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', null]) {
    isProblem(await ask(operation, { body: '{}', type }), 415, 'unsupported-media-type');
  }
});

each(takesBody, 'a huge body is 413', async (operation) => {
  isProblem(await ask(operation, { body: `{"x":"${'x'.repeat(70_000)}"}` }), 413, 'body-too-large');
});

const badBodies = [
  ['cut short', '{"opponent":', 'invalid-json'],
  ['of nothing but white space', ' \n', 'invalid-json'],
  ['that goes on after its end', '{} {}', 'invalid-json'],
  ['with a NUL', Buffer.from('{"a":"\0"}'), 'invalid-utf8'],
  ['with an escaped NUL', '{"a":"\\u0000"}', 'invalid-utf8'],
  ['nested deeply', `${'['.repeat(2000)}${']'.repeat(2000)}`, 'invalid-json'],
  ['with Infinity', '{"a":1e999}', 'invalid-field'],
  ['that is not UTF-8', Buffer.from([...Buffer.from('{"a":"'), 0xff, 0xc0, ...Buffer.from('"}')]), 'invalid-utf8'],
  ['with half a surrogate pair', '{"a":"\\ud800"}', 'invalid-json'],
  ['with a key twice', '{"square":"f5","square":"d3"}', 'duplicate-key'],
  ['that is a list', '[]', 'invalid-field'],
  ['that is null', 'null', 'invalid-field'],
  ['with an unknown field', undefined, 'unknown-field'],
];
for (const [what, body, code] of badBodies) {
  each(takesBody, `a body ${what} is ${code}`, async (operation) => {
    const unknown = JSON.stringify({ ...requests[operation.id]?.body, surprise: 1 });
    isProblem(await ask(operation, { body: body ?? unknown }), 400, code);
  });
}

test('an unknown field is pointed at', async () => {
  const body = { opponent: { type: 'local', 'a/b~c': 1 } };
  const { json } = await (await alice()).post('/v1/games', body, { expect: 400 });
  assert.equal(json.pointer, '/opponent/a~1b~0c');
});

test('an unknown path is 404, whatever the method', async () => {
  for (const path of ['/', '/v1', '/v1/', '/v2/games', '/v1/games/', '/v1//games', '/V1/games', '/favicon.ico', '/docs/']) {
    if (contract.find('GET', path)) continue;
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await (await alice()).request(method, path);
      assert.equal(answer.status, 404, `${method} ${path}`);
    }
  }
});

test('every error code explains itself', async () => {
  for (const [code, { status, title }] of Object.entries(contract.codes)) {
    const { json } = await (await alice()).get(`/v1/problems/${code}`, { expect: 200 });
    assert.deepEqual(json, { type: `/v1/problems/${code}`, code, status, title });
  }
  isProblem(await (await alice()).get('/v1/problems/bad-luck'), 404, 'problem-not-found');
});

test('what is served is this contract', async () => {
  const { json } = await (await alice()).get('/v1/openapi.json', { expect: 200 });
  assert.deepEqual(json, JSON.parse(JSON.stringify(contract.document)));
});

test('the documentation page finds all its files', async () => {
  const { text } = await (await alice()).get('/docs', { expect: 200 });
  const files = [...text.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => path);
  assert.equal(files.length, 4);
  for (const path of files) await (await alice()).get(path, { expect: 200 });
  isProblem(await (await alice()).get('/docs/nothing.js'), 404, 'asset-not-found');
  assert.doesNotMatch(text, /https?:\/\//, 'the page must not ask other hosts');
});

test('the page finds all its files', async () => {
  const { text } = await (await alice()).get('/', { expect: 200 });
  const files = [...text.matchAll(/(?:src|href)="(\/page\/[^"]+)"/g)].map(([, path]) => path);
  assert.ok(files.length > 5);
  for (const path of files) await (await alice()).get(path, { expect: 200 });
  isProblem(await (await alice()).get('/page/present/nothing.js'), 404, 'asset-not-found');
});
