// Tokens that nobody was given, and tokens that have ended: they cost nobody anything.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { forge, kinds } from '../support/forgery.mjs';
import { isProblem, until } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests({
  own: true,
  google: true,
  env: { REVERSID_CONNECT_MS: '500', REVERSID_STATEMENT_MS: '2000' },
});

const present = (token, kind) =>
  kind === 'rvr_'
    ? tests.api.post('/v1/auth/refresh', { refresh_token: token })
    : tests.api.as(token).get('/v1/account/export');

test('what looks like a token is refused without the database, but not what is one', async () => {
  const anna = await tests.signIn();
  const { player } = anna;
  await tests.database.server.stop();
  try {
    for (const kind of kinds) {
      for (const secret of [Buffer.alloc(0), Buffer.alloc(32), randomBytes(32)]) {
        isProblem(await present(forge(player.id, { kind, secret }), kind), 401, 'token-invalid');
      }
    }
    isProblem(await present(anna.token, 'rva_'), 503, 'database-unavailable');
    isProblem(await present(anna.session.refresh_token, 'rvr_'), 503, 'database-unavailable');
  } finally {
    await tests.database.server.start();
  }
  await until('the database is back', async () => (await tests.api.get('/readyz')).status === 200);
});

test('the secret makes the difference', async () => {
  const { player } = await tests.signIn();
  const hex = await tests.database.sql("SELECT encode(value, 'hex') FROM secrets WHERE name = 'tokens'", 'admin');
  const secret = Buffer.from(hex, 'hex');
  const unlock = await tests.database.lock('tokens');
  try {
    isProblem(await tests.api.as(forge(player.id, { secret })).get('/v1/account'), 503, 'database-unavailable');
    isProblem(await tests.api.as(forge(player.id)).get('/v1/account'), 401, 'token-invalid');
  } finally {
    await unlock();
  }
  isProblem(await tests.api.as(forge(player.id, { secret })).get('/v1/account'), 401, 'token-expired');
});

test('a token that has ended has nothing asked for that costs much', async () => {
  const anna = await tests.signIn();
  const unknown = anna.as(anna.token);
  await anna.delete('/v1/auth/session', { expect: 204 });
  const unlock = await tests.database.lock(
    'games, rating_changes, chip_entries, challenges, seeks, studies, blocks, identities',
  );
  try {
    for (const path of ['/v1/account/export', '/v1/events']) {
      isProblem(await unknown.get(path), 401, 'token-expired');
    }
    assert.equal((await tests.alice.get('/v1/account/export')).status, 503);
  } finally {
    await unlock();
  }
});
