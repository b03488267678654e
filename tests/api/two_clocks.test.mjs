// A service whose clock is wrong: what begins and ends goes by the database's alone, which the other replicas go by as well.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../support/client.mjs';
import { makeDatabase } from '../support/database.mjs';
import { erase } from '../support/departures.mjs';
import { signIn, startGoogle } from '../support/google.mjs';
import { isProblem } from '../support/play.mjs';
import { migrate, startService } from '../support/service.mjs';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Has the database's now() be another time from the next connection on: that is as if the service's clock were wrong. */
async function shift(database, interval) {
  await database.sql(
    `CREATE SCHEMA shifted;
     CREATE FUNCTION shifted.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT pg_catalog.now() + interval ''${interval}''';
     GRANT USAGE ON SCHEMA shifted TO PUBLIC;
     ALTER DATABASE ${database.name} SET search_path = shifted, pg_catalog, public`,
  );
}

/** Signs in, refreshes, makes tokens, claims, merges and erases, and looks at each time that is answered. */
async function scenario(api, google, database) {
  const time = async () => Date.parse((await api.get('/v1/time', { expect: 200 })).json.server_time);

  /** Does something whose answer has times: those must be so long after the database's time meanwhile. */
  async function timed(does, lives) {
    const before = await time();
    const result = await does();
    const after = await time();
    for (const [name, life] of Object.entries(lives)) {
      const told = Date.parse(result[name]);
      assert.ok(told >= before + life && told <= after + life, `${name}: ${result[name]}, asked at ${new Date(before).toISOString()}`);
    }
    return result;
  }

  const guest = await timed(async () => (await api.post('/v1/auth/guest', undefined, { expect: 201 })).json, { expires_at: 180 * day });
  const client = api.as(guest.access_token);
  await timed(async () => (await client.get('/v1/account', { expect: 200 })).json, {});
  const { json: account } = await client.get('/v1/account', { expect: 200 });
  assert.ok(Math.abs(Date.parse(account.created_at) - (await time())) < minute);

  const session = { expires_at: 60 * minute, refresh_expires_at: 90 * day };
  const nonce = 'only once';
  const claimed = await timed(async () => (await signIn(client, google, { sub: 'anna', nonce })).session, session);
  assert.equal(claimed.claimed, true);
  const left = `SELECT extract(epoch FROM expires_at - now()) FROM tokens WHERE player_id = '${guest.player.id}' AND kind = 'guest'`;
  const seconds = Number(await database.sql(left));
  assert.ok(seconds > 0 && seconds <= 60, String(seconds));
  const again = await api.post('/v1/auth/google', { credential: google.token({ sub: 'ben', nonce }), nonce });
  isProblem(again, 401, 'token-invalid', { reason: 'nonce' });
  assert.equal(await database.sql("SELECT count(*) FROM nonces WHERE expires_at > now() AND expires_at < now() + interval '2 hours'"), '1');

  const refresh = (token) => timed(async () => (await api.post('/v1/auth/refresh', { refresh_token: token }, { expect: 200 })).json, session);
  const refreshed = await refresh(claimed.refresh_token);
  const anna = api.as(refreshed.access_token);
  await anna.get('/v1/account', { expect: 200 });
  const { json: repeated } = await api.post('/v1/auth/refresh', { refresh_token: claimed.refresh_token }, { expect: 200 });
  assert.equal(repeated.refresh_token, refreshed.refresh_token);
  assert.equal(repeated.refresh_expires_at, refreshed.refresh_expires_at, 'the session ends when it was said to');

  const made = await timed(
    async () => (await anna.post('/v1/tokens', { name: 'bot', scopes: ['read'], days: 7 }, { expect: 201 })).json,
    { created_at: 0, expires_at: 7 * day },
  );
  await api.as(made.access_token).get('/v1/account', { expect: 200 });
  const { json: tokens } = await anna.get('/v1/tokens', { expect: 200 });
  assert.deepEqual(tokens.items.map(({ created_at, expires_at }) => [created_at, expires_at]), [[made.created_at, made.expires_at]]);

  const other = await api.guest();
  const merge = { credential: google.token({ sub: 'anna' }), merge: true };
  assert.equal((await other.post('/v1/auth/google', merge, { expect: 200 })).json.merged, true);
  const departed = `SELECT created_at BETWEEN now() - interval '30 seconds' AND now() AND done_at IS NULL FROM departures WHERE player_id = `;
  assert.equal(await database.sql(`${departed} '${other.player.id}'`), 't', 'the job goes on looking for a minute');
  await timed(async () => (await erase(anna)).json, { erased_at: 0 });
  assert.equal(await database.sql(`${departed} '${guest.player.id}'`), 't');
}

for (const interval of ['1 hour', '-1 hour', '2 days', '-400 days']) {
  test(`the database’s clock is ${interval} from the service’s`, async () => {
    const [database, google] = await Promise.all([makeDatabase(), startGoogle()]);
    await migrate(database);
    await shift(database, interval);
    const service = await startService({ database, env: google.env });
    const api = connect(service.url);
    try {
      const shifted = Date.parse((await api.get('/v1/time', { expect: 200 })).json.server_time);
      assert.ok(Math.abs(shifted - Date.now()) > 59 * minute, 'the test shifts the clock');
      await scenario(api, google, database);
    } finally {
      api.close();
      await service.stop();
      await google.stop();
      await database.drop();
    }
  });
}
