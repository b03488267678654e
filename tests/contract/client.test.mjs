// The tests' own client, tried on a service that answers with the examples: it must notice what deviates.
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { readExamples } from '../../web/docs/bundle.mjs';
import { connect } from '../support/client.mjs';
import { ContractError } from '../support/contract.mjs';
import { answerOf, serveExamples } from '../support/mock.mjs';

let server;
let api;

before(async () => {
  server = await serveExamples();
  api = connect(`http://127.0.0.1:${server.address().port}`);
});
after(() => {
  api.close();
  server.close();
});

const game = readExamples().find((each) => each.operation === 'get_game' && each.name === 'finished');
const gamePath = `/v1/games/${game.request.path.id}`;

/** A server that gives one answer to everything; returns its client. */
async function withAnswer(write, use) {
  const odd = http.createServer((request, response) => write(response));
  await new Promise((resolve) => odd.listen(0, '127.0.0.1', resolve));
  const client = connect(`http://127.0.0.1:${odd.address().port}`);
  try {
    return await use(client);
  } finally {
    client.close();
    odd.closeAllConnections();
    odd.close();
  }
}

test('a request gives status, headers and JSON', async () => {
  const guest = await api.guest();
  assert.equal(guest.player.kind, 'guest');
  const answer = await guest.get(gamePath, { expect: 200 });
  assert.deepEqual(answer.json, game.response.body);
  assert.equal(answer.operation.id, 'get_game');
  assert.match(answer.headers.etag, /^W\//);
});

test('query, token and body reach the service', async () => {
  const seen = await new Promise((resolve) => {
    const listener = (request, response) => {
      const chunks = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url, headers } = request;
        resolve({ method, url, headers, body: Buffer.concat(chunks).toString() });
        response.end();
      });
    };
    const odd = http.createServer(listener).listen(0, '127.0.0.1', () => {
      const client = connect(`http://127.0.0.1:${odd.address().port}`).as('secret');
      client
        .put('/x', { square: 'f5' }, { query: { wait: 25, none: undefined }, check: false })
        .finally(() => {
          client.close();
          odd.close();
        });
    });
  });
  assert.equal(`${seen.method} ${seen.url}`, 'PUT /x?wait=25');
  assert.equal(seen.headers.authorization, 'Bearer secret');
  assert.equal(seen.headers['content-type'], 'application/json');
  assert.deepEqual(JSON.parse(seen.body), { square: 'f5' });
});

test('an unexpected status throws with the answer', async () => {
  await assert.rejects(api.get('/v1/time', { expect: 404 }), /200, not 404[^]*server_time/);
});

test('an unknown path must be a problem', async () => {
  const { json, operation } = await api.get('/v1/nothing', { expect: 404 });
  assert.equal(json.code, 'route-not-found');
  assert.equal(operation, undefined);
});

for (const [what, change, complaint] of [
  ['a status that is not listed', (each) => ({ ...each, status: 202 }), /no such status/],
  ['a missing header', ({ headers: { etag, ...headers }, ...each }) => ({ ...each, headers }), /ETag is missing/],
  ['a missing bucket', ({ headers: { ratelimit, ...headers }, ...each }) => ({ ...each, headers }), /RateLimit is missing/],
  ['a header that is not named', (each) => ({ ...each, headers: { ...each.headers, location: '/' } }), /declare location/],
  ['another media type', (each) => ({ ...each, headers: { ...each.headers, 'content-type': 'text/html' } }), /text\/html/],
  ['a field that is not named', (each) => ({ ...each, body: each.body.replace('{', '{"x":1,') }), /additional properties x/],
  ['a body cut short', (each) => ({ ...each, body: each.body.slice(0, -1) }), /not JSON/],
]) {
  test(`${what} is noticed`, async () => {
    const { status, headers, body } = change(answerOf(game));
    const write = (response) => response.writeHead(status, headers).end(body);
    await withAnswer(write, async (client) => {
      await assert.rejects(client.get(gamePath), (error) => {
        assert.ok(error instanceof ContractError);
        return complaint.test(error.message);
      });
    });
  });
}

function streamed(type, text) {
  const { etag, ...common } = answerOf(game).headers;
  const headers = { ...common, 'content-type': type, 'cache-control': 'no-store' };
  return (response) => response.writeHead(200, headers).end(text);
}

const line = JSON.stringify(game.response.body);
const { version } = game.response.body;

test('events of a stream come one by one, heartbeats are counted', async () => {
  const text = `: beat\n\nevent: game\nid: ${version}\ndata: ${line}\n\n: beat\n\n`;
  await withAnswer(streamed('text/event-stream', text), async (client) => {
    const stream = await client.stream(`${gamePath}/events`);
    assert.deepEqual(await stream.next(), { id: version, game: game.response.body });
    assert.equal(await stream.next(), undefined);
    assert.equal(stream.comments, 2);
  });
});

test('lines of a stream come one by one', async () => {
  await withAnswer(streamed('application/x-ndjson', `\n${line}\n`), async (client) => {
    const stream = await client.stream(`${gamePath}/events`, { accept: 'application/x-ndjson' });
    const seen = [];
    for await (const event of stream) seen.push(event.id);
    assert.deepEqual(seen, [version]);
  });
});

for (const [what, text] of [
  ['an event with another id', `event: game\nid: 1\ndata: ${line}\n\n`],
  ['an event without a kind', `id: ${version}\ndata: ${line}\n\n`],
  ['a stream that ends within an event', `event: game\nid: ${version}\ndata: {`],
]) {
  test(`${what} is noticed`, async () => {
    await withAnswer(streamed('text/event-stream', text), async (client) => {
      const stream = await client.stream(`${gamePath}/events`);
      await assert.rejects(stream.next());
    });
  });
}

test('bytes are sent as they are', async () => {
  const answer = await api.raw('GET /v1/time HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', { path: '/v1/time' });
  assert.equal(answer.status, 200);
});
