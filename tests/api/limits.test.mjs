// What happens at the limits: rates, streams, time to send a request, work that is too much, and a service that stops.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect } from '../support/client.mjs';
import { makeDatabase } from '../support/database.mjs';
import { isProblem, metric, move, newAgainst, newLocal, play, until, untilParked } from '../support/play.mjs';
import { startService } from '../support/service.mjs';

let database;
before(async () => {
  database = await makeDatabase();
});
after(() => database.drop());

/** Runs `use` with a client of a service that has these settings. */
async function withService(env, use) {
  const service = await startService({ database, env });
  const api = connect(service.url);
  try {
    return await use(api, service);
  } finally {
    api.close();
    if (service.child.exitCode === null) await service.stop();
  }
}

test('a bucket empties, says so, and tells when to come back', async () => {
  await withService({ REVERSID_RATE_READ: '5' }, async (api) => {
    const alice = await api.guest();
    for (let left = 4; left >= 0; left -= 1) {
      const { headers } = await alice.get('/v1/time', { expect: 200 });
      assert.match(headers.ratelimit, new RegExp(`^"reads";r=${left};t=\\d+$`));
      assert.equal(headers['ratelimit-policy'], '"reads";q=5;w=60');
    }
    const refused = await alice.get('/v1/time');
    isProblem(refused, 429, 'rate-limited');
    const seconds = Number(refused.headers['retry-after']);
    assert.ok(seconds >= 1 && seconds <= 12, refused.headers['retry-after']);
  });
});

test('a refused request takes nothing out of another’s bucket, nor from health and metrics', async () => {
  await withService({ REVERSID_RATE_READ: '2' }, async (api) => {
    const [alice, bob] = [await api.guest(), await api.guest()];
    // The first use of a token counts as the address's: nothing is known of it yet.
    await alice.get('/v1/account', { expect: 200 });
    await alice.get('/v1/time', { expect: 200 });
    await alice.get('/v1/time', { expect: 200 });
    await alice.get('/v1/time', { expect: 429 });
    await bob.get('/v1/time', { expect: 200 });
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      for (let count = 0; count < 5; count += 1) await alice.get(path, { expect: 200 });
    }
  });
});

test('junk tokens share the bucket of their address', async () => {
  await withService({ REVERSID_RATE_READ: '9', REVERSID_RATE_READ_ANONYMOUS: '3' }, async (api) => {
    const seen = [];
    for (let count = 0; count < 6; count += 1) seen.push((await api.as(`rvg_junk${count}`).get('/v1/account')).status);
    assert.deepEqual(seen, [401, 401, 401, 429, 429, 429]);
    const alice = await api.guest();
    await alice.get('/v1/account', { expect: 200 }); // its first use, beside a bucket that is empty
  });
});

test('a legal move is not refused because another bucket is empty', async () => {
  const env = { REVERSID_RATE_READ: '1', REVERSID_RATE_ENGINE: '1', REVERSID_RATE_CREATE: '2' };
  await withService(env, async (api) => {
    const alice = await api.guest();
    let game = await newAgainst(alice, 'easy');
    await alice.get('/v1/time', { expect: 200 });
    await alice.get('/v1/time', { expect: 429 });
    await alice.post('/v1/positions/legal-moves', { transcript: '' }, { expect: 200 });
    await alice.post('/v1/positions/legal-moves', { transcript: '' }, { expect: 429 });
    for (let count = 0; count < 5; count += 1) game = await play(alice, game, game.legal_moves[0].square, 25);
    assert.ok(game.ply >= 10);
  });
});

test('each bucket has its own name', async () => {
  await withService({ REVERSID_RATE_MOVE: '1', REVERSID_RATE_CREATE: '2', REVERSID_RATE_ENGINE: '1' }, async (api) => {
    const alice = await api.guest();
    await alice.get('/v1/account', { expect: 200 }); // from here on limits are alice's own
    const game = await newLocal(alice);
    await alice.put(`/v1/games/${game.id}/resignation`, { seat: 'black' }, { expect: 200 });
    isProblem(await alice.put(`/v1/games/${game.id}/abort`), 429, 'rate-limited');
    await newLocal(alice);
    isProblem(await alice.post('/v1/games', { opponent: { type: 'local' } }), 429, 'rate-limited');
    const { headers } = await alice.post('/v1/positions/legal-moves', { transcript: '' }, { expect: 200 });
    assert.match(headers.ratelimit, /^"engine";r=0;/);
    isProblem(await alice.post('/v1/positions/move', { transcript: '', level: 'easy' }), 429, 'rate-limited');
  });
});

test('a client holds only so many streams and waiting requests', async () => {
  await withService({ REVERSID_STREAMS_PER_CLIENT: '2' }, async (api) => {
    const [alice, bob] = [await api.guest(), await api.guest()];
    const game = await newLocal(alice);
    const path = `/v1/games/${game.id}/events`;
    const streams = [await alice.stream(path), await alice.stream(path)];
    await assert.rejects(alice.stream(path), ({ answer }) => {
      isProblem(answer, 429, 'too-many-streams');
      assert.ok(Number(answer.headers['retry-after']) >= 1);
      return true;
    });
    const other = await bob.stream(path);
    other.close();
    streams.pop().close();
    await until('there is a place again', async () => (await metric(api, 'reversid_streams_open')) <= 2);
    const again = await until('it may watch again', () => alice.stream(path).catch(() => undefined));
    again.close();
    streams[0].close();
  });
});

test('a request that does not arrive is given up', async () => {
  await withService({ REVERSID_REQUEST_MS: '300' }, async (api) => {
    const alice = await api.guest();
    const { id } = await newLocal(alice);
    const path = `/v1/games/${id}/moves/1`;
    const lines = [
      `PUT ${path} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${alice.token}`,
      'Content-Type: application/json',
    ];
    const cut = `${[...lines, 'Content-Length: 40'].join('\r\n')}\r\n\r\n{"square":`;
    isProblem(await api.raw(cut, { method: 'PUT', path }), 408, 'request-timeout');
    const head = await api.raw('GET /v1/time HTTP/1.1\r\nHost: x\r\n', { path: '/v1/time' });
    isProblem(head, 408, 'request-timeout');
    const { json } = await alice.get(`/v1/games/${id}`, { expect: 200 });
    assert.equal(json.ply, 0);
  });
});

test('an engine that has too much to do says so; moves in games find room', async () => {
  await withService({ REVERSID_AI_WORKERS: '1', REVERSID_AI_QUEUE: '1' }, async (api) => {
    const alice = await api.guest();
    const body = { positions: Array(4).fill({ transcript: 'f5d6c3d3c4' }), nodes: 250_000 };
    const ended = new AbortController();
    const ask = () => api.post('/v1/positions/analysis', body, { signal: ended.signal }).catch(() => undefined);
    const flood = [ask(), ask(), ask(), ask()];
    const first = await Promise.race(flood);
    isProblem(first, 503, 'overloaded');
    assert.ok(Number(first.headers['retry-after']) >= 1);
    const game = await newAgainst(alice, 'easy');
    const { status } = await move(alice, game, 'f5');
    assert.equal(status, 201);
    ended.abort();
    await Promise.all(flood);
    await until('the AI has moved', async () => (await alice.get(`/v1/games/${game.id}`)).json.ply === 2);
  });
});

test('a service that stops answers who waits, ends streams, and finishes what it thinks about', async () => {
  await withService({ REVERSID_AI_WORKERS: '1', REVERSID_GRACE_MS: '60000' }, async (api, service) => {
    const alice = await api.guest();
    const game = await newLocal(alice);
    const path = `/v1/games/${game.id}`;
    const { etag } = (await alice.get(path)).headers;
    const waiting = alice.get(path, { headers: { 'If-None-Match': etag }, query: { wait: 25 } });
    const stream = await alice.stream(`${path}/events`);
    await stream.next();
    const thinking = api.post('/v1/positions/analysis', { transcript: 'f5d6c3d3c4', nodes: 3_000_000 });
    await until('the engine thinks', async () => (await metric(api, 'reversid_ai_running')) === 1);
    await untilParked(api, 2);
    const stopped = service.stop();
    assert.equal((await waiting).status, 304);
    assert.equal(await stream.next(), undefined);
    const { status, json, text } = await thinking;
    assert.equal(status, 200, text);
    assert.ok(json.moves.length > 0);
    await stopped;
  });
});

test('while it stops, what is in flight is answered and what comes then is refused', async () => {
  const env = { REVERSID_STATEMENT_MS: '60000', REVERSID_GRACE_MS: '60000' };
  await withService(env, async (api, service) => {
    const alice = await api.guest();
    const game = await newLocal(alice);
    const inFlight = async () => (await metric(api, 'reversid_requests_in_flight')) >= 1;
    await Promise.all(Array.from({ length: 4 }, () => api.get('/healthz', { expect: 200 })));
    const release = await database.lock('games');
    const reading = alice.get(`/v1/games/${game.id}`);
    await until('the read is in flight', inFlight);
    const stopped = service.stop();
    await until('it says that it stops', () => service.log.includes('stopping'));
    for (const path of ['/readyz', '/v1/time']) {
      const late = await api.get(path);
      isProblem(late, 503, 'shutting-down');
      assert.equal(late.headers.connection, 'close');
      assert.ok(Number(late.headers['retry-after']) >= 1);
    }
    await release();
    assert.equal((await reading).status, 200);
    await stopped;
  });
});

test('a move against the AI that waits is answered when the service stops, and counts', async () => {
  let game;
  let token;
  await withService({ REVERSID_AI_WORKERS: '1' }, async (api, service) => {
    const alice = await api.guest();
    token = alice.token;
    const blocked = api.post('/v1/positions/analysis', { transcript: 'f5d6c3d3c4', nodes: 20_000_000 }).catch(() => {});
    await untilParked(api, 1);
    game = await newAgainst(alice, 'hard');
    const moved = move(alice, game, 'f5', { query: { wait: 25 } });
    await untilParked(api, 2);
    await service.stop();
    assert.equal((await moved).status, 201);
    await blocked;
  });
  await withService({}, async (api) => {
    const alice = api.as(token);
    const settled = async () => (await alice.get(`/v1/games/${game.id}`)).json;
    const now = await until('the AI has moved', async () =>
      (await settled()).turn === 'black' ? settled() : undefined,
    );
    assert.equal(now.moves.slice(0, 2), 'f5');
    assert.equal(now.ply, 2);
  });
});

test('a second SIGTERM, and a service with nothing to do', async () => {
  await withService({}, async (api, service) => {
    service.child.kill('SIGTERM');
    service.child.kill('SIGTERM');
    await service.endsWell();
  });
});

test('a command that counts is answered though its client may not wait any more, and so is a long-poll', async () => {
  await withService({ REVERSID_STREAMS_PER_CLIENT: '1', REVERSID_AI_WORKERS: '1' }, async (api) => {
    const alice = await api.guest();
    const bob = await api.guest();
    const blocked = bob.post('/v1/positions/analysis', { transcript: 'f5d6c3d3c4', nodes: 20_000_000 }).catch(() => {});
    await untilParked(api, 1); // the AI's turns wait for this
    await alice.get('/v1/account', { expect: 200 }); // from here on limits are alice's own
    const stream = await alice.stream(`/v1/games/${(await newLocal(alice)).id}/events`);
    const game = await newAgainst(alice, 'hard');
    const path = `/v1/games/${game.id}`;
    const moved = await move(alice, game, 'f5', { query: { wait: 25 } });
    assert.equal(moved.status, 201);
    assert.equal(moved.json.moves, 'f5');
    const white = await alice.post('/v1/games', { opponent: { type: 'ai', level: 'hard' }, color: 'white' }, { query: { wait: 25 } });
    assert.equal(white.status, 201);
    const { etag } = (await alice.get(path, { expect: 200 })).headers;
    const polled = await alice.get(path, { headers: { 'If-None-Match': etag }, query: { wait: 25 } });
    assert.ok([200, 304].includes(polled.status), `${polled.status}`);
    isProblem(await alice.post('/v1/positions/analysis', { transcript: '', nodes: 1 }), 429, 'too-many-streams');
    stream.close();
    await blocked;
  });
});
