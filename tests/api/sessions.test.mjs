// Sessions: refreshed, repeated, reused, ended.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isProblem } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests({ google: true });

const refresh = (token) => tests.api.post('/v1/auth/refresh', { refresh_token: token });
const isGood = async (token) => (await tests.api.as(token).get('/v1/account')).status === 200;

/** Makes it so that the session's refresh token was followed so long ago. */
const age = (client, interval) =>
  tests.database.sql(
    `UPDATE sessions SET refreshed_at = refreshed_at - interval '${interval}' WHERE player_id = '${client.player.id}'`,
  );

test('a refresh token gets an access token and the next refresh token', async () => {
  const anna = await tests.signIn();
  const { status, json, headers } = await refresh(anna.session.refresh_token);
  assert.equal(status, 200);
  assert.equal(headers['cache-control'], 'no-store');
  assert.notEqual(json.refresh_token, anna.session.refresh_token);
  assert.ok(await isGood(json.access_token));
  assert.ok(await isGood(anna.token), 'the access token before is good until it ends');
  const hour = Date.parse(json.expires_at) - Date.now();
  assert.ok(hour > 3_500_000 && hour <= 3_600_000, json.expires_at);
  await age(anna, '61 seconds');
  const next = await refresh(json.refresh_token);
  assert.equal(next.status, 200);
  assert.notEqual(next.json.refresh_token, json.refresh_token);
});

test('a repeated refresh has the same follower, for a minute', async () => {
  const anna = await tests.signIn();
  const first = await refresh(anna.session.refresh_token);
  const again = await refresh(anna.session.refresh_token);
  assert.equal(again.json.refresh_token, first.json.refresh_token);
  assert.ok(await isGood(again.json.access_token));
  await age(anna, '59 seconds');
  assert.equal((await refresh(anna.session.refresh_token)).status, 200);
});

test('many at once with the same refresh token are one', async () => {
  const anna = await tests.signIn();
  const made = await Promise.all(Array.from({ length: 8 }, () => refresh(anna.session.refresh_token)));
  assert.deepEqual(made.map(({ status }) => status), Array(8).fill(200));
  assert.equal(new Set(made.map(({ json }) => json.refresh_token)).size, 1);
});

test('a refresh token that is used again later ends the session', async () => {
  const anna = await tests.signIn();
  const { json } = await refresh(anna.session.refresh_token);
  await age(anna, '61 seconds');
  isProblem(await refresh(anna.session.refresh_token), 401, 'token-expired');
  isProblem(await refresh(json.refresh_token), 401, 'token-expired');
  for (const token of [anna.token, json.access_token]) assert.ok(!(await isGood(token)));
});

test('so does one from before the one before, at once', async () => {
  const anna = await tests.signIn();
  const second = await refresh(anna.session.refresh_token);
  await age(anna, '61 seconds');
  const third = await refresh(second.json.refresh_token);
  isProblem(await refresh(anna.session.refresh_token), 401, 'token-expired');
  assert.ok(!(await isGood(third.json.access_token)));
});

test('within the minute the token and its follower get the follower, in whatever order they are sent', async () => {
  const anna = await tests.signIn();
  const first = anna.session.refresh_token;
  const second = (await refresh(first)).json.refresh_token;
  for (const token of [first, second, second, first, second, first]) {
    const { status, json } = await refresh(token);
    assert.equal(status, 200);
    assert.equal(json.refresh_token, second);
    assert.ok(await isGood(json.access_token));
  }
  await age(anna, '61 seconds');
  assert.notEqual((await refresh(second)).json.refresh_token, second);
  assert.equal((await refresh(second)).status, 200, 'its own minute begins when it is followed');
});

test('two pages that each refresh often, what they have, keep their session', async () => {
  const anna = await tests.signIn();
  const page = async () => {
    let token = anna.session.refresh_token;
    for (let times = 0; times < 6; times += 1) {
      const { status, json } = await refresh(token);
      assert.equal(status, 200);
      token = json.refresh_token;
    }
    return token;
  };
  for (let minute = 0; minute < 3; minute += 1) {
    const [one, other] = await Promise.all([page(), page()]);
    assert.equal(one, other);
    anna.session.refresh_token = one;
    await age(anna, '61 seconds');
  }
});

test('another session of the same player goes on', async () => {
  const [here, there] = [await tests.signIn({ sub: 'both' }), await tests.signIn({ sub: 'both' })];
  await refresh(here.session.refresh_token);
  await age(here, '61 seconds');
  isProblem(await refresh(here.session.refresh_token), 401, 'token-expired');
  assert.ok(!(await isGood(here.token)));
  assert.ok(await isGood(there.token));
  assert.equal((await refresh(there.session.refresh_token)).status, 200);
});

test('what is no refresh token of ours', async () => {
  const anna = await tests.signIn();
  const { refresh_token: token } = anna.session;
  for (const each of ['', 'rvr_', anna.token, token.slice(0, -1), `${token}A`, `rva_${token.slice(4)}`]) {
    isProblem(await refresh(each), 401, 'token-invalid');
  }
  isProblem(await tests.api.as(token).get('/v1/account'), 401, 'token-invalid');
});

test('a session that nobody refreshed ends', async () => {
  const anna = await tests.signIn();
  await tests.database.sql(`UPDATE sessions SET expires_at = now() WHERE player_id = '${anna.player.id}'`);
  isProblem(await refresh(anna.session.refresh_token), 401, 'token-expired');
});

test('only hashes are kept', async () => {
  const anna = await tests.signIn();
  const rows = await tests.database.sql('SELECT t::text FROM tokens t UNION ALL SELECT s::text FROM sessions s');
  assert.ok(rows.includes(anna.player.id));
  for (const token of [anna.token, anna.session.refresh_token]) assert.ok(!rows.includes(token));
});

test('signing out ends the session that asks, and no other', async () => {
  const [here, there] = [await tests.signIn({ sub: 'out' }), await tests.signIn({ sub: 'out' })];
  const { json } = await refresh(here.session.refresh_token);
  await here.delete('/v1/auth/session', { expect: 204 });
  for (const token of [here.token, json.access_token]) {
    isProblem(await tests.api.as(token).get('/v1/account'), 401, 'token-expired');
  }
  isProblem(await refresh(json.refresh_token), 401, 'token-expired');
  assert.ok(await isGood(there.token));
});

test('an access token without its session is refused, however it came about', async () => {
  const anna = await tests.signIn();
  await tests.database.sql(`DELETE FROM sessions WHERE player_id = '${anna.player.id}'`);
  isProblem(await tests.api.as(anna.token).get('/v1/account'), 401, 'token-expired');
});

test('signing out everywhere ends them all, but no personal token', async () => {
  const [here, there] = [await tests.signIn({ sub: 'all' }), await tests.signIn({ sub: 'all' })];
  const { json } = await here.post('/v1/tokens', { name: 'bot', scopes: ['read'] }, { expect: 201 });
  await here.delete('/v1/auth/sessions', { expect: 204 });
  for (const { token, session } of [here, there]) {
    isProblem(await tests.api.as(token).get('/v1/account'), 401, 'token-expired');
    isProblem(await refresh(session.refresh_token), 401, 'token-expired');
  }
  assert.ok(await isGood(json.access_token));
});

const sessions = async (client) => (await client.get('/v1/auth/sessions', { expect: 200 })).json.items;

test('a player sees the sessions there are, latest refreshed first, and which one asks', async () => {
  const [here, there, over] = [await tests.signIn({ sub: 'sees' }), await tests.signIn({ sub: 'sees' }), await tests.signIn({ sub: 'sees' })];
  const [last] = await sessions(over);
  await tests.database.sql(`UPDATE sessions SET expires_at = now() WHERE id = '${last.id}'`);
  const { json } = await refresh(here.session.refresh_token);
  const seen = await sessions(here);
  assert.deepEqual(seen.map(({ current }) => current), [true, false]);
  assert.deepEqual((await sessions(there)).map(({ id, current }) => [id, current]), seen.map(({ id, current }) => [id, !current]));
  assert.equal(seen[0].expires_at, json.refresh_expires_at);
  assert.ok(seen[0].created_at < seen[0].refreshed_at && seen[1].created_at === seen[1].refreshed_at);
  assert.deepEqual(await sessions(await tests.signIn({ sub: 'sees nothing of the others' })).then(({ length }) => length), 1);
});

test('one of them is ended, by its player only, and the others go on', async () => {
  const [here, there, third] = [await tests.signIn({ sub: 'one' }), await tests.signIn({ sub: 'one' }), await tests.signIn({ sub: 'one' })];
  const [{ id }] = (await sessions(there)).filter(({ current }) => current);
  isProblem(await (await tests.signIn()).delete(`/v1/auth/sessions/${id}`), 404, 'session-not-found');
  isProblem(await (await tests.api.guest()).delete(`/v1/auth/sessions/${id}`), 403, 'account-needed');
  assert.ok(await isGood(there.token));
  await here.delete(`/v1/auth/sessions/${id}`, { expect: 204 });
  isProblem(await there.get('/v1/account'), 401, 'token-expired');
  isProblem(await refresh(there.session.refresh_token), 401, 'token-expired');
  for (const { token } of [here, third]) assert.ok(await isGood(token));
  assert.deepEqual((await sessions(here)).map((each) => each.id === id), [false, false]);
  const [{ id: own }] = (await sessions(here)).filter(({ current }) => current);
  await here.delete(`/v1/auth/sessions/${own}`, { expect: 204 });
  isProblem(await here.get('/v1/account'), 401, 'token-expired');
});

test('all but the one that asks are ended, and personal tokens stay', async () => {
  const [here, ...others] = [await tests.signIn({ sub: 'others' }), await tests.signIn({ sub: 'others' }), await tests.signIn({ sub: 'others' })];
  const { json: again } = await refresh(here.session.refresh_token);
  const { json: bot } = await here.post('/v1/tokens', { name: 'bot', scopes: ['read'] }, { expect: 201 });
  await here.delete('/v1/auth/sessions', { query: { others: true }, expect: 204 });
  for (const { token, session } of others) {
    isProblem(await tests.api.as(token).get('/v1/account'), 401, 'token-expired');
    isProblem(await refresh(session.refresh_token), 401, 'token-expired');
  }
  for (const token of [here.token, again.access_token, bot.access_token]) assert.ok(await isGood(token));
  assert.equal((await refresh(again.refresh_token)).status, 200);
  assert.deepEqual((await sessions(here)).map(({ current }) => current), [true]);
});

test('a guest has no sessions: there is no list, and no others to end', async () => {
  const guest = await tests.api.guest();
  isProblem(await guest.get('/v1/auth/sessions'), 403, 'account-needed');
  await guest.delete('/v1/auth/sessions', { query: { others: true }, expect: 204 });
  assert.ok(await isGood(guest.token));
});

test('a guest signs out by losing its token, with which housekeeping finds the guest', async () => {
  for (const path of ['/v1/auth/session', '/v1/auth/sessions']) {
    const guest = await tests.api.guest();
    await guest.delete(path, { expect: 204 });
    isProblem(await guest.get('/v1/account'), 401, 'token-expired');
    const left = `SELECT count(*) FROM tokens WHERE player_id = '${guest.player.id}' AND expires_at <= now()`;
    assert.equal(await tests.database.sql(left), '1');
  }
});

test('of more than fifty sessions the one that was refreshed least lately ends', async () => {
  const claims = { sub: 'signs in everywhere' };
  const [first, second] = [await tests.signIn(claims), await tests.signIn(claims)];
  const refreshed = await tests.api.post('/v1/auth/refresh', { refresh_token: first.session.refresh_token }, { expect: 200 });
  const credential = tests.google.token(claims);
  const signIn = () => tests.api.post('/v1/auth/google', { credential }, { expect: 200 });
  await Promise.all(Array.from({ length: 49 }, signIn));
  isProblem(await second.get('/v1/account'), 401, 'token-expired');
  isProblem(await tests.api.post('/v1/auth/refresh', { refresh_token: second.session.refresh_token }), 401, 'token-expired');
  await first.as(refreshed.json.access_token).get('/v1/account', { expect: 200 });
  const rows = (table) => tests.database.sql(`SELECT count(*) FROM ${table} WHERE player_id = '${first.player.id}'`);
  assert.deepEqual([await rows('sessions'), await rows('tokens')], ['50', '51']);
});

test('of more than twenty access tokens of a session the oldest ends', async () => {
  const anna = await tests.signIn();
  const refresh_token = anna.session.refresh_token;
  const tokens = [];
  for (let i = 0; i < 20; i += 1) {
    tokens.push((await tests.api.post('/v1/auth/refresh', { refresh_token }, { expect: 200 })).json.access_token);
  }
  isProblem(await anna.get('/v1/account'), 401, 'token-expired');
  for (const token of tokens) await tests.api.as(token).get('/v1/account', { expect: 200 });
});
