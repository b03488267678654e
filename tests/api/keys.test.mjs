// Google's keys: fetched when needed, kept, fetched again, and what happens while they cannot be had.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { connect } from '../support/client.mjs';
import { makeDatabase } from '../support/database.mjs';
import { makeKey, startGoogle } from '../support/google.mjs';
import { isProblem } from '../support/play.mjs';
import { startService } from '../support/service.mjs';

let database;
let google;
let service;
let api;

before(async () => {
  database = await makeDatabase();
});
after(() => database.drop());
beforeEach(async () => {
  google = await startGoogle();
});
afterEach(async () => {
  api?.close();
  await service?.stop();
  await google.stop();
  service = undefined;
});

/** Each test has a service of its own, which has no keys yet. */
async function serve(env = {}) {
  service = await startService({ database, env: { ...google.env, ...env } });
  api = connect(service.url);
}

const send = (credential) => api.post('/v1/auth/google', { credential });

/** A token that is older than the keys, which therefore must have its own among them. */
const older = (signing) => google.token({ iat: Math.floor(Date.now() / 1000) - 3600 }, signing);

function isUnavailable(answer) {
  isProblem(answer, 503, 'keys-unavailable');
  assert.ok(Number(answer.headers['retry-after']) >= 1);
}

test('nothing is fetched before somebody signs in, and then once for all', async () => {
  await serve();
  await api.guest();
  assert.equal(google.requests, 0);
  const made = await Promise.all(Array.from({ length: 20 }, () => send(google.token())));
  assert.deepEqual(made.map(({ status }) => status), Array(20).fill(201));
  assert.equal(google.requests, 1);
  await send(google.token());
  assert.equal(google.requests, 1);
});

test('a token that is not for us asks for no keys', async () => {
  await serve();
  isProblem(await send(google.token({ aud: 'other' })), 401, 'token-invalid', { reason: 'aud' });
  isProblem(await send(google.token({ exp: 1 })), 401, 'token-invalid', { reason: 'exp' });
  isProblem(await send('junk'), 401, 'token-invalid', { reason: 'form' });
  assert.equal(google.requests, 0);
});

test('a new key is fetched when a token names it; strangers’ keys have nothing fetched for five minutes', async () => {
  await serve();
  assert.equal((await send(google.token())).status, 201);
  const old = google.key;
  await google.rotate();
  assert.equal((await send(google.token())).status, 201);
  assert.equal(google.requests, 2);
  isProblem(await send(older({ key: old })), 401, 'token-invalid', { reason: 'kid' });
  for (let i = 0; i < 5; i += 1) {
    const key = await makeKey({ kid: `stranger ${i}` });
    isProblem(await send(older({ key })), 401, 'token-invalid', { reason: 'kid' });
  }
  assert.equal(google.requests, 2);
});

test('who comes with a newer key while none may be fetched is not told that Google has no such key, but when to come back', async () => {
  await serve();
  assert.equal((await send(google.token())).status, 201);
  await google.rotate();
  assert.equal((await send(google.token())).status, 201);
  await google.rotate();
  for (let i = 0; i < 5; i += 1) {
    const answer = await send(google.token());
    isUnavailable(answer);
    assert.ok(Number(answer.headers['retry-after']) <= 300, 'by then they may be fetched');
  }
  assert.equal(google.requests, 2, 'a flood of such tokens has nothing fetched');
});

test('while a refetch fails the known keys serve on', async () => {
  await serve();
  assert.equal((await send(google.token())).status, 201);
  google.answer = (request, response) => response.writeHead(500).end('no');
  const stranger = await makeKey();
  isUnavailable(await send(google.token({}, { key: stranger })));
  assert.equal((await send(google.token())).status, 201);
  await google.close();
  assert.equal((await send(google.token())).status, 201);
});

test('a key server that is down, and comes back', async () => {
  await serve();
  const { port } = google;
  await google.close();
  isUnavailable(await send(google.token()));
  isUnavailable(await send(google.token()));
  await google.listen(port);
  let answer = await send(google.token());
  while (answer.status === 503) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers['retry-after'])));
    answer = await send(google.token());
  }
  assert.equal(answer.status, 201);
});

test('a slow key server holds up nobody else, and is given up', async () => {
  await serve({ REVERSID_REQUEST_WORKERS: '2' });
  const waiting = [];
  google.answer = (request, response) => waiting.push(response);
  const signing = Array.from({ length: 6 }, () => send(google.token()));
  while (!waiting.length) await new Promise((resolve) => google.server.once('request', resolve));
  for (let i = 0; i < 20; i += 1) await api.guest();
  assert.equal(waiting.length, 1);
  for (const answer of await Promise.all(signing)) isUnavailable(answer);
  for (const response of waiting) response.destroy();
});

test('a key server that dribbles is given up', async () => {
  await serve();
  google.answer = (request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 100);
    response.on('close', () => clearInterval(timer));
  };
  isUnavailable(await send(google.token()));
});

const answers = {
  'nothing': '',
  'a page': '<html>',
  'no set': '{"keys":{}}',
  'an empty set': '{"keys":[]}',
  'a set of junk': '{"keys":[1,"x",{},{"kty":"RSA"}]}',
  'a set that is deep': `{"keys":${'['.repeat(5000)}`,
};
for (const [what, body] of Object.entries(answers)) {
  test(`a key server that answers ${what}`, async () => {
    await serve();
    google.answer = (request, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    isUnavailable(await send(google.token()));
  });
}

test('a key server that answers more than anybody has keys', async () => {
  await serve();
  google.answer = (request, response) => {
    const keys = JSON.stringify({ keys: [google.key.jwk], more: 'x'.repeat(70_000) });
    response.writeHead(200).end(keys);
  };
  isUnavailable(await send(google.token()));
});

for (const status of [201, 204, 206, 404]) {
  test(`a key server that answers ${status}`, async () => {
    await serve();
    google.answer = (request, response) => {
      response.writeHead(status);
      response.end(status === 204 ? undefined : JSON.stringify({ keys: [google.key.jwk] }));
    };
    isUnavailable(await send(google.token()));
  });
}

test('a key server that sends us elsewhere, with keys in the same breath', async () => {
  await serve();
  let elsewhere = 0;
  google.answer = (request, response) => {
    if (request.url !== '/certs') elsewhere += 1;
    response.writeHead(302, { Location: `https://127.0.0.1:${google.port}/moved` });
    response.end(JSON.stringify({ keys: [google.key.jwk] }));
  };
  isUnavailable(await send(google.token()));
  assert.equal(elsewhere, 0);
});

test('a key server that nobody vouches for', async () => {
  const other = await startGoogle();
  await serve({ REVERSID_GOOGLE_CA_FILE: other.env.REVERSID_GOOGLE_CA_FILE });
  isUnavailable(await send(google.token()));
  assert.equal(google.requests, 0);
  await other.stop();
});

test('a key server whose certificate is another’s', async () => {
  await serve({ REVERSID_GOOGLE_JWKS_URL: `https://localhost:${google.port}/certs` });
  isUnavailable(await send(google.token()));
  assert.equal(google.requests, 0);
});

test('keys that are too short, or for something else, do not count', async () => {
  const short = await makeKey({ bits: 1024 });
  const encrypts = await makeKey();
  const symmetric = { kty: 'oct', use: 'sig', alg: 'HS256', kid: 'oct', k: 'AAAA' };
  Object.assign(encrypts.jwk, { use: 'enc' });
  google.published = [short, encrypts, { jwk: symmetric }, google.key];
  await serve();
  assert.equal((await send(google.token())).status, 201);
  for (const key of [short, encrypts]) {
    isProblem(await send(older({ key })), 401, 'token-invalid', { reason: 'kid' });
  }
  isProblem(await send(older({ kid: 'oct' })), 401, 'token-invalid', { reason: 'kid' });
});

test('a service that stops does not wait for keys', async () => {
  await serve();
  google.answer = () => {};
  const signing = send(google.token()).catch((error) => error);
  await new Promise((resolve) => google.server.once('request', resolve));
  await service.stop();
  const answer = await signing;
  assert.ok([503, undefined].includes(answer.status));
  service = undefined;
});
