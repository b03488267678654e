// Signing in with Google: who gets in, as whom, and who does not.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { clientId, makeKey, signIn } from '../support/google.mjs';
import { isProblem, newLocal } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests({ google: true });

const send = (body, api = tests.api) => api.post('/v1/auth/google', body);
const now = () => Math.floor(Date.now() / 1000);
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Sends a token that must be refused for this reason, and leaves nobody behind. */
async function refused(credential, reason, more = {}) {
  const players = () => tests.database.sql('SELECT count(*) FROM players');
  const before = await players();
  const answer = await send({ credential, ...more });
  isProblem(answer, 401, 'token-invalid', { reason });
  assert.match(answer.headers['www-authenticate'], /error="invalid_token"/);
  assert.ok(!answer.text.includes(credential.slice(0, 60) || 'nothing'), 'the answer repeats the token');
  assert.equal(await players(), before);
}

test('who signs in first becomes a player, and is the same one ever after', async () => {
  const anna = await tests.signIn({ sub: 'anna' });
  assert.equal(anna.player.kind, 'account');
  assert.match(anna.player.name, /^Player \d{6}$/);
  const { json } = await anna.get('/v1/account', { expect: 200 });
  assert.deepEqual([json.id, json.name, json.kind], [anna.player.id, anna.player.name, 'account']);
  const again = await tests.signIn({ sub: 'anna' });
  assert.deepEqual(again.player, anna.player);
  assert.notEqual(again.token, anna.token);
  const other = await tests.signIn({ sub: 'ben' });
  assert.notEqual(other.player.id, anna.player.id);
});

test('the first time is 201, later ones are 200; the answer is not kept anywhere', async () => {
  const first = await send({ credential: tests.google.token({ sub: 'first' }) });
  const later = await send({ credential: tests.google.token({ sub: 'first' }) });
  assert.deepEqual([first.status, later.status], [201, 200]);
  assert.equal(first.headers['cache-control'], 'no-store');
});

test('who somebody is does not depend on the e-mail address, nor on either spelling of the issuer', async () => {
  const anna = await tests.signIn({ sub: 'anna@1', email: 'anna@mail.example' });
  const moved = await tests.signIn({ sub: 'anna@1', email: 'anna@other.example', iss: 'accounts.google.com' });
  const taken = await tests.signIn({ sub: 'anna@2', email: 'anna@mail.example' });
  assert.equal(moved.player.id, anna.player.id);
  assert.notEqual(taken.player.id, anna.player.id);
  const rows = await tests.database.sql('SELECT p::text FROM players p UNION ALL SELECT i::text FROM identities i');
  assert.doesNotMatch(rows, /mail\.example|Some Body/);
});

test('a guest who signs in keeps id and games', async () => {
  const guest = await tests.api.guest();
  const game = await newLocal(guest);
  const anna = await signIn(guest, tests.google, { sub: 'claims' });
  assert.equal(anna.session.claimed, true);
  assert.equal(anna.player.id, guest.player.id);
  assert.equal(anna.player.kind, 'account');
  assert.notEqual(anna.player.name, guest.player.name);
  const { json } = await anna.get('/v1/account/games', { expect: 200 });
  assert.deepEqual(json.items.map(({ id }) => id), [game.id]);
  await anna.put(`/v1/games/${game.id}/moves/1`, { square: 'f5' }, { expect: 201 });
});

test('the guest’s token is good for another minute and no longer', async () => {
  const guest = await tests.api.guest();
  await signIn(guest, tests.google, { sub: 'minute' });
  const repeat = async () => {
    const again = await send({ credential: tests.google.token({ sub: 'minute' }) }, guest);
    assert.deepEqual([again.status, again.json.player.id, again.json.claimed], [200, guest.player.id, true], 'as the first answer said');
  };
  await repeat();
  const left = await tests.database.sql(
    `SELECT extract(epoch FROM expires_at - now()) FROM tokens WHERE player_id = '${guest.player.id}' AND kind = 'guest'`,
  );
  assert.ok(Number(left) > 0 && Number(left) <= 60, left);
  await tests.database.sql(`UPDATE tokens SET expires_at = now() WHERE player_id = '${guest.player.id}' AND kind = 'guest'`);
  await repeat();
});

test('in that minute it plays and reads, and has no say about the account', async () => {
  const guest = await tests.api.guest();
  await signIn(guest, tests.google, { sub: 'no say' });
  await guest.get('/v1/account', { expect: 200 });
  await newLocal(guest);
  for (const answer of [
    await guest.post('/v1/tokens', { name: 'bot', scopes: ['read'] }),
    await guest.delete('/v1/account'),
    await guest.delete('/v1/auth/sessions'),
    await guest.get('/v1/account/export'),
    await guest.patch('/v1/account', { settings: { sound: false } }),
  ]) {
    isProblem(answer, 403, 'scope-missing');
    assert.match(answer.json.detail, /session's token/);
  }
});

test('a guest who signs in as somebody else stays a guest', async () => {
  const anna = await tests.signIn({ sub: 'has a player' });
  const guest = await tests.api.guest();
  const { json } = await send({ credential: tests.google.token({ sub: 'has a player' }) }, guest);
  assert.deepEqual([json.player.id, json.claimed], [anna.player.id, false]);
  assert.equal((await guest.get('/v1/account', { expect: 200 })).json.kind, 'guest');
});

test('with a guest’s token that is over, or was never given out, one signs in as without', async () => {
  const anna = await tests.signIn({ sub: 'comes back' });
  const guest = await tests.api.guest();
  await tests.database.sql(`UPDATE tokens SET expires_at = now() WHERE player_id = '${guest.player.id}'`);
  const gone = await tests.api.guest();
  await tests.database.sql(`DELETE FROM tokens WHERE player_id = '${gone.player.id}'`);
  for (const [index, client] of [guest, gone].entries()) {
    for (const merge of [false, true]) {
      const { status, json } = await send({ credential: tests.google.token({ sub: 'comes back' }), merge }, client);
      assert.deepEqual([status, json.player.id, json.claimed, json.merged], [200, anna.player.id, false, false]);
    }
    const { status, json } = await send({ credential: tests.google.token({ sub: `is new ${index}` }) }, client);
    assert.deepEqual([status, json.claimed], [201, false]);
    assert.notEqual(json.player.id, client.player.id);
  }
  isProblem(await send({ credential: 'nonsense' }, guest), 401, 'token-invalid', { reason: 'form' });
  const malformed = await send({ credential: tests.google.token({ sub: 'comes back' }) }, tests.api.as('rvg_nonsense'));
  isProblem(malformed, 401, 'token-invalid');
  assert.equal(malformed.json.reason, undefined);
});

test('a merge whose answer was lost is repeated, also at the same time', async () => {
  const anna = await tests.signIn({ sub: 'merges again' });
  const guest = await tests.api.guest();
  const merge = () => send({ credential: tests.google.token({ sub: 'merges again' }), merge: true }, guest);
  const made = await Promise.all(Array.from({ length: 4 }, merge));
  assert.deepEqual(made.map(({ status, json }) => [status, json.player?.id]), Array(4).fill([200, anna.player.id]));
  assert.deepEqual(made.map(({ json }) => [json.merged, json.claimed]), Array(4).fill([true, false]));
  const again = await merge();
  assert.deepEqual([again.status, again.json.player.id, again.json.merged, again.json.claimed], [200, anna.player.id, true, false]);
  const departures = `SELECT count(*) FROM departures WHERE player_id = '${guest.player.id}'`;
  assert.equal(await tests.database.sql(departures), '1', 'it happened once');
});

test('a merge is repeated for whom it was made, and where it is asked for', async () => {
  const [anna, ben] = [await tests.signIn({ sub: 'has merged' }), await tests.signIn({ sub: 'has not' })];
  const guest = await tests.api.guest();
  const as = async (sub, merge) => (await send({ credential: tests.google.token({ sub }), merge }, guest)).json;
  assert.equal((await as('has merged', true)).merged, true);
  const [elsewhere, plain] = [await as('has not', true), await as('has merged', false)];
  assert.deepEqual([elsewhere.player.id, elsewhere.merged], [ben.player.id, false]);
  assert.deepEqual([plain.player.id, plain.merged], [anna.player.id, false]);
  const erased = await tests.api.guest();
  await erased.delete('/v1/account', { expect: 202 });
  const { json } = await send({ credential: tests.google.token({ sub: 'has merged' }), merge: true }, erased);
  assert.deepEqual([json.merged, json.claimed], [false, false], 'who went without an heir has none');
});

test('two first sign-ins at once make one account', async () => {
  for (let round = 0; round < 10; round += 1) {
    const sub = `at once ${round}`;
    const made = await Promise.all(
      Array.from({ length: 4 }, () => send({ credential: tests.google.token({ sub }) })),
    );
    assert.deepEqual(made.map(({ status }) => status).sort(), [200, 200, 200, 201]);
    assert.equal(new Set(made.map(({ json }) => json.player.id)).size, 1);
  }
});

test('a guest who signs in twice at once is claimed once', async () => {
  const guest = await tests.api.guest();
  const made = await Promise.all(
    ['x', 'y'].map((sub) => send({ credential: tests.google.token({ sub: `twice ${sub}` }) }, guest)),
  );
  assert.deepEqual(made.map(({ json }) => json.claimed).sort(), [false, true]);
  const claimed = made.find(({ json }) => json.claimed);
  assert.equal(claimed.json.player.id, guest.player.id);
  assert.equal(new Set(made.map(({ json }) => json.player.id)).size, 2);
});

/* --- tokens that are not good ------------------------------------------------------------------ */

test('a token for another client, however well signed', async () => {
  await refused(tests.google.token({ aud: 'somebody-else.apps.example' }), 'aud');
  await refused(tests.google.token({ aud: `${clientId}.evil` }), 'aud');
  await refused(tests.google.token({ aud: clientId.slice(0, -1) }), 'aud');
  await refused(tests.google.token({ aud: '' }), 'aud');
  await refused(tests.google.token({ aud: [clientId] }), 'aud');
  await refused(tests.google.token({ aud: undefined }), 'aud');
});

test('each of the client ids is ours', async () => {
  assert.equal((await send({ credential: tests.google.token({ aud: 'other.apps.example' }) })).status, 201);
});

test('a token of another issuer', async () => {
  for (const iss of ['https://accounts.google.com.evil.example', 'https://accounts.google.com/', 'google', 1, undefined]) {
    await refused(tests.google.token({ iss }), 'iss');
  }
});

test('a token that is over, or will be for more than a day', async () => {
  await refused(tests.google.token({ iat: now() - 7200, exp: now() - 61 }), 'exp');
  await refused(tests.google.token({ exp: now() + 24 * 3600 + 10 }), 'exp');
  await refused(tests.google.token({ exp: undefined }), 'exp');
  await refused(tests.google.token({ exp: String(now() + 3600) }), 'exp');
  assert.equal((await send({ credential: tests.google.token({ exp: now() - 30 }) })).status, 201, 'within the leeway');
});

test('a token from the future', async () => {
  await refused(tests.google.token({ iat: now() + 90, exp: now() + 3600 }), 'iat');
  await refused(tests.google.token({ iat: undefined }), 'iat');
  assert.equal((await send({ credential: tests.google.token({ iat: now() + 30 }) })).status, 201, 'within the leeway');
});

test('a token that is not good yet', async () => {
  await refused(tests.google.token({ nbf: now() + 90 }), 'nbf');
  await refused(tests.google.token({ nbf: now() + 24 * 3600 }), 'nbf');
  for (const nbf of [now(), now() + 30, 0]) {
    assert.equal((await send({ credential: tests.google.token({ nbf }) })).status, 201, `nbf is ${nbf}`);
  }
});

test('times that are no times', async () => {
  for (const claim of ['exp', 'iat', 'nbf']) {
    for (const time of [-1, 1e300, 253402300800, now() + 0.5, 'text', '', String(now()), true, [now()], {}]) {
      await refused(tests.google.token({ [claim]: time }), claim);
    }
  }
});

test('a token that names nobody', async () => {
  for (const sub of ['', undefined, 7, 'x'.repeat(256)]) await refused(tests.google.token({ sub }), 'sub');
});

test('a token without a signature, or with one of another kind', async () => {
  const [, claims] = tests.google.token().split('.');
  const { kid, publicKey } = tests.google.key;
  await refused(`${encode({ alg: 'none', kid, typ: 'JWT' })}.${claims}.`, 'alg');
  for (const key of [publicKey.export({ type: 'spki', format: 'pem' }), tests.google.key.jwk.n]) {
    const words = `${encode({ alg: 'HS256', kid, typ: 'JWT' })}.${claims}`;
    await refused(`${words}.${createHmac('sha256', key).update(words).digest('base64url')}`, 'alg');
  }
  for (const alg of ['rs256', 'RS512', 'PS256', '', undefined, ['RS256']]) {
    await refused(tests.google.token({}, { header: { alg } }), 'alg');
  }
});

test('a token that wants to be understood in another way', async () => {
  await refused(tests.google.token({}, { header: { crit: ['exp'] } }), 'alg');
  await refused(tests.google.token({}, { header: { b64: false } }), 'alg');
  await refused(tests.google.token({}, { header: { typ: 'at+jwt' } }), 'form');
});

test('a token of a key that Google does not publish, named as another or by its own name', async () => {
  const key = await makeKey();
  const old = { iat: now() - 3600 };
  await refused(tests.google.token({}, { key, kid: tests.google.key.kid }), 'signature');
  await refused(tests.google.token(old, { key }), 'kid');
  await refused(tests.google.token({}, { header: { kid: undefined } }), 'kid');
  await refused(tests.google.token(old, { key, header: { jwk: key.jwk, jku: 'https://evil.example/keys' } }), 'kid');
});

test('a token whose words were changed after it was signed', async () => {
  const [header, , signature] = tests.google.token().split('.');
  const [, claims] = tests.google.token({ sub: 'somebody else' }).split('.');
  await refused(`${header}.${claims}.${signature}`, 'signature');
});

test('a token that is cut, at any place, padded, or joined with more', async () => {
  const token = tests.google.token();
  const [header, claims, signature] = token.split('.');
  for (const cut of [0, 1, header.length, header.length + 1, token.length - signature.length]) {
    const { status } = await send({ credential: token.slice(0, cut) });
    assert.equal(status, 401);
  }
  await refused(token.slice(0, -2), 'signature');
  await refused(`${token}=`, 'form');
  await refused(`${token}.`, 'form');
  await refused(` ${token}`, 'form');
  await refused(`${header}.${claims}`, 'form');
  await refused(`${header}..${signature}`, 'form');
  await refused(`${header}.${claims}.+/${signature.slice(2)}`, 'form');
});

test('a huge token', async () => {
  await refused(tests.google.token({ more: 'x'.repeat(6500) }), 'form');
  await refused('a.'.repeat(30_000), 'form');
});

test('claims that stand twice are refused', async () => {
  const [header, , signature] = tests.google.token().split('.');
  const claims = Buffer.from(`{"aud":"evil","aud":"${clientId}"}`).toString('base64url');
  await refused(`${header}.${claims}.${signature}`, 'form');
});

/* --- nonces ------------------------------------------------------------------------------------ */

test('a nonce must be the one that the token has, and is good once', async () => {
  const credential = tests.google.token({ sub: 'nonce', nonce: 'n-1' });
  await refused(credential, 'nonce', { nonce: 'n-2' });
  await refused(tests.google.token({ sub: 'nonce' }), 'nonce', { nonce: 'n-1' });
  assert.equal((await send({ credential, nonce: 'n-1' })).status, 201);
  await refused(credential, 'nonce', { nonce: 'n-1' });
  await refused(credential, 'nonce');
  await refused(tests.google.token({ sub: 'other', nonce: 'n-1' }), 'nonce', { nonce: 'n-1' });
});

test('a nonce that no token can have is refused before the token is looked at', async () => {
  for (const credential of [tests.google.token({ sub: 'length', nonce: 'n-2' }), tests.google.token({ sub: 'length' }), 'junk']) {
    for (const nonce of ['', 'n'.repeat(256), 'ä'.repeat(256)]) {
      isProblem(await send({ credential, nonce }), 400, 'invalid-field', { pointer: '/nonce' });
    }
  }
  for (const nonce of ['n'.repeat(255), 'ä'.repeat(255)]) {
    await refused(tests.google.token({ sub: 'length', nonce: 'n-2' }), 'nonce', { nonce });
  }
});

test('of several who use a nonce at once one gets in', async () => {
  const credential = tests.google.token({ sub: 'once', nonce: 'n-3' });
  const made = await Promise.all(Array.from({ length: 5 }, () => send({ credential, nonce: 'n-3' })));
  assert.deepEqual(made.map(({ status }) => status).sort(), [201, 401, 401, 401, 401]);
});

test('a token with a nonce is good once even where the nonce is not repeated', async () => {
  const credential = tests.google.token({ sub: 'silent', nonce: 'n-4' });
  assert.equal((await send({ credential })).status, 201);
  await refused(credential, 'nonce');
});

test('a sign-in that was refused leaves the nonce good', async () => {
  const good = tests.google.token({ sub: 'tries again', nonce: 'n-5' });
  const elsewhere = tests.google.token({ sub: 'tries again', nonce: 'n-5', aud: 'another.apps.example' });
  const forged = tests.google.token({ sub: 'tries again', nonce: 'n-5' }, { key: await makeKey(), kid: tests.google.key.kid });
  await refused(elsewhere, 'aud', { nonce: 'n-5' });
  await refused(forged, 'signature', { nonce: 'n-5' });
  await refused(good, 'nonce', { nonce: 'n-6' });
  isProblem(await send({ credential: good, nonce: 'n-5' }, tests.api.as('rvg_nonsense')), 401, 'token-invalid');
  assert.equal((await send({ credential: good, nonce: 'n-5' })).status, 201);
  await refused(good, 'nonce', { nonce: 'n-5' });
});
