// One identity has a few accounts a day, each of which it deletes before the next: a name and chips are not to be had without end.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { erase } from '../support/departures.mjs';
import { signIn } from '../support/google.mjs';
import { isProblem, until } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests({ google: true });

const send = (sub, { api = tests.api, ...claims } = {}) =>
  api.post('/v1/auth/google', { credential: tests.google.token({ sub, ...claims }) });
const players = () => tests.database.sql('SELECT count(*) FROM players');

/** Has somebody make an account and delete it, so often. */
async function comeAndGo(sub, times) {
  for (let i = 0; i < times; i += 1) await erase(await tests.signIn({ sub }));
}

function isRefused(answer) {
  isProblem(answer, 429, 'too-many-accounts');
  const wait = Number(answer.headers['retry-after']);
  assert.ok(wait > 86_000 && wait <= 25 * 3600, String(wait));
}

test('as many accounts a day as the limits say, then none until the first was deleted a day ago', async () => {
  const { json: limits } = await tests.api.get('/v1/limits', { expect: 200 });
  const most = limits.accounts.accounts_a_day_max;
  assert.equal(most, 3);
  await comeAndGo('anna', most);
  const before = await players();
  isRefused(await send('anna'));
  isRefused(await send('anna', { email: 'other@mail.example' }));
  assert.equal(await players(), before);
  assert.equal((await send('ben')).status, 201, 'nobody else is held up');
  const age = (hours) => tests.database.sql(`UPDATE erased_identities SET erased_at = erased_at - interval '${hours} hours'`);
  await age(20);
  const { headers } = await send('anna');
  assert.ok(Number(headers['retry-after']) <= 5 * 3600 && Number(headers['retry-after']) > 4 * 3600 - 400, headers['retry-after']);
  await age(6);
  await comeAndGo('anna', most);
  isRefused(await send('anna'));
});

test('an account is nobody’s loss: who has one signs in as often as before', async () => {
  await comeAndGo('cho', 2);
  assert.equal((await send('cho')).status, 201);
  for (let i = 0; i < 5; i += 1) assert.equal((await send('cho')).status, 200);
});

test('a guest who is refused stays a guest, and the nonce stays good', async () => {
  await comeAndGo('dora', 3);
  const guest = await tests.api.guest();
  isRefused(await send('dora', { api: guest, nonce: 'of dora' }));
  assert.equal((await guest.get('/v1/account', { expect: 200 })).json.kind, 'guest');
  await tests.database.sql('DELETE FROM erased_identities');
  assert.equal((await send('dora', { api: guest, nonce: 'of dora' })).json.claimed, true);
});

test('guests who are deleted or merged count for nobody', async () => {
  const eve = await tests.signIn({ sub: 'eve' });
  for (let i = 0; i < 4; i += 1) {
    const guest = await tests.api.guest();
    const body = { credential: tests.google.token({ sub: 'eve' }), merge: true };
    assert.equal((await guest.post('/v1/auth/google', body, { expect: 200 })).json.merged, true);
    await erase(await tests.api.guest());
  }
  await erase(eve);
  assert.equal((await send('eve')).status, 201);
});

test('whoever tries it many times at once gets no more', async () => {
  const made = [];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let i = 0; i < 4; i += 1) {
        const { status, json } = await send('fay');
        if (status === 429) continue;
        made.push(json.player.id);
        await tests.api.as(json.access_token).delete('/v1/account');
      }
    }),
  );
  assert.equal(new Set(made).size, 3);
});

test('an account that is deleted while another is being made counts', async () => {
  await comeAndGo('gus', 2);
  const release = await tests.database.hold('LOCK TABLE identities IN SHARE MODE');
  const answer = send('gus');
  await until('it waits', async () => (await tests.database.sql('SELECT count(*) FROM pg_locks WHERE NOT granted')) !== '0');
  await tests.database.sql(
    `INSERT INTO erased_identities SELECT hash, now() FROM erased_identities GROUP BY hash HAVING count(*) = 2 AND max(erased_at) > now() - interval '1 minute'
      ORDER BY max(erased_at) DESC LIMIT 1`,
  );
  await release();
  isRefused(await answer);
});

test('what is kept tells nobody who it was', async () => {
  const sub = '117234567890123456789';
  await erase(await signIn(tests.api, tests.google, { sub }));
  const kept = (await tests.database.sql('SELECT e::text FROM erased_identities e')).toLowerCase();
  const secret = await tests.database.sql("SELECT encode(value, 'hex') FROM secrets WHERE name = 'identities'");
  assert.ok(!kept.includes(sub));
  for (const text of [sub, `google ${sub}`, `google${sub}`]) {
    assert.ok(!kept.includes(createHash('sha256').update(text).digest('hex')), 'a hash without a key can be tried out');
  }
  assert.match(secret, /^[0-9a-f]{64}$/);
  const departed = 'SELECT count(*) FROM erased_identities e JOIN departures d ON d.created_at = e.erased_at';
  assert.equal(await tests.database.sql(departed), '0', 'the time tells whose departure it was');
});
