// What the service writes down: no token, no key, no e-mail address, however a request brings them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signIn } from '../support/google.mjs';
import { findSecret, serviceForTests } from '../support/service.mjs';

const tests = serviceForTests({ google: true, env: { REVERSID_LOG_LEVEL: 'debug' } });

test('the log tells of requests, and of nothing that they prove themselves with', async () => {
  const guest = await tests.api.guest();
  const anna = await signIn(guest, tests.google, { sub: 'logged', email: 'anna@mail.example' });
  const { json: made } = await anna.post('/v1/tokens', { name: 'bot', scopes: ['read'] }, { expect: 201 });
  await tests.api.post('/v1/auth/refresh', { refresh_token: anna.session.refresh_token }, { expect: 200 });
  const credential = tests.google.token({ aud: 'other', email: 'anna@mail.example' });
  await tests.api.post('/v1/auth/google', { credential }, { expect: 401 });
  await tests.api.post('/v1/auth/google', `{"credential": ${credential}`, { expect: 400 });
  await tests.api.get('/v1/account', { query: { access_token: anna.token }, expect: 401 });
  await tests.api.get(`/v1/games/${anna.token}`, { expect: 400 });
  await tests.api.get(`/v1/${made.access_token}`, { expect: 404 });
  await tests.api.as(`${anna.token.slice(0, -1)}_`).get('/v1/account', { expect: 401 });
  await anna.delete('/v1/account', { expect: 202 });
  assert.match(tests.service.log, /route=sign_in|sign_in/);
  assert.equal(findSecret(tests.service.log), undefined);
  assert.ok(!tests.service.log.includes(tests.google.key.kid));
});

test('a secret in a log would be found', async () => {
  const anna = await tests.signIn();
  const key = tests.google.key.privateKey.export({ type: 'pkcs8', format: 'pem' });
  for (const planted of [anna.token, anna.session.refresh_token, tests.google.token(), key, 'anna@mail.example']) {
    assert.ok(findSecret(`time=x event=y value="${planted}"`), planted.slice(0, 8));
  }
});
