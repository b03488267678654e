// Guests and their tokens.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isProblem } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests({ google: true });
const dayMs = 24 * 60 * 60 * 1000;

test('a guest is one request away', async () => {
  const alice = await tests.api.guest();
  const { json } = await alice.get('/v1/account', { expect: 200 });
  const { created_at: created, settings, ratings, ...player } = json;
  assert.deepEqual([player, ratings], [alice.player, null]);
  assert.equal(player.kind, 'guest');
  assert.ok(Math.abs(Date.parse(created) - Date.now()) < dayMs / 24);
});

test('every guest is somebody else', async () => {
  const guests = await Promise.all(Array.from({ length: 20 }, () => tests.api.guest()));
  assert.equal(new Set(guests.map((each) => each.player.id)).size, 20);
  assert.equal(new Set(guests.map((each) => each.token)).size, 20);
});

test('the token is not cached, and an empty body is fine', async () => {
  const { headers } = await tests.api.post('/v1/auth/guest', {}, { expect: 201 });
  assert.equal(headers['cache-control'], 'no-store');
  isProblem(await tests.api.post('/v1/auth/guest', { name: 'Alice' }), 400, 'unknown-field', { pointer: '/name' });
});

test('only a hash of the token is kept', async () => {
  const alice = await tests.api.guest();
  const rows = await tests.database.sql('SELECT t::text FROM tokens t');
  assert.ok(rows.includes(alice.player.id));
  assert.ok(!rows.includes(alice.token));
});

test('the scheme is Bearer, in any case', async () => {
  const alice = await tests.api.guest();
  const ask = (value) => tests.api.get('/v1/account', { headers: { Authorization: value } });
  for (const scheme of ['Bearer', 'bearer', 'BEARER'])
    assert.equal((await ask(`${scheme} ${alice.token}`)).status, 200);
  for (const value of [`Basic ${alice.token}`, alice.token, 'Bearer', 'Bearer ', `Bearer ${alice.token} x`]) {
    isProblem(await ask(value), 401, 'token-invalid');
  }
});

test('a token with a letter changed, cut or added is nobody’s', async () => {
  const alice = await tests.api.guest();
  const other = (letter) => (letter === 'A' ? 'B' : 'A');
  const { token } = alice;
  const broken = [0, 4, 10, 30, token.length - 1].map(
    (at) => token.slice(0, at) + other(token[at]) + token.slice(at + 1),
  );
  for (const each of [...broken, token.slice(0, -1), `${token}A`, token.toUpperCase()]) {
    isProblem(await tests.api.as(each).get('/v1/account'), 401, 'token-invalid');
  }
});

test('a token of ours whose row is gone has ended', async () => {
  const alice = await tests.api.guest();
  await tests.database.sql(`DELETE FROM tokens WHERE player_id = '${alice.player.id}'`);
  isProblem(await alice.get('/v1/account'), 401, 'token-expired');
});

async function expireIn(alice, interval) {
  await tests.database.sql(
    `UPDATE tokens SET expires_at = now() + '${interval}' WHERE player_id = '${alice.player.id}'`,
  );
}

async function expiryOf(alice) {
  const seconds = await tests.database.sql(
    `SELECT extract(epoch FROM expires_at) FROM tokens WHERE player_id = '${alice.player.id}'`,
  );
  return Number(seconds) * 1000;
}

test('an expired token is told from an unknown one', async () => {
  const alice = await tests.api.guest();
  await expireIn(alice, '-1 second');
  const refused = await alice.get('/v1/account');
  isProblem(refused, 401, 'token-expired');
  assert.match(refused.headers['www-authenticate'], /^Bearer .*invalid_token/);
  isProblem(await alice.get('/v1/games?status=live'), 401, 'token-expired');
});

test('a token’s life is extended by using it', async () => {
  const alice = await tests.api.guest();
  const fresh = Date.parse(alice.expires_at);
  assert.ok(fresh > Date.now() + 30 * dayMs);
  await expireIn(alice, '3 days');
  await alice.get('/v1/account', { expect: 200 });
  assert.ok((await expiryOf(alice)) >= fresh - 1);
});

test('no operation lets an expired token through', async () => {
  const alice = await tests.api.guest();
  const { json: game } = await alice.post('/v1/games', { opponent: { type: 'local' } }, { expect: 201 });
  await expireIn(alice, '-1 second');
  const { contract } = tests.api;
  const bodies = {
    change_account: {},
    create_token: { name: 'a program', scopes: ['read'] },
    create_game: { opponent: { type: 'local' } },
    play_move: { square: 'f5' },
    resign_game: { seat: 'black' },
    list_legal_moves: { transcript: '' },
    choose_move: { transcript: '', level: 'easy' },
    analyse_position: { transcript: '', depth: 1 },
  };
  for (const { id, method, path, operation } of contract.operations) {
    if (operation.security.length === 0 || id === 'sign_in') continue; // to sign in none is needed
    const target = path
      .replace(/\{(id|player|other)\}/g, game.id)
      .replace('{ladder}', 'live')
      .replace(/\{(ply|branch|rank)\}/, '1');
    const query = { list_games: { status: 'live' }, list_players: { name: 'nobody' } }[id];
    isProblem(await alice.request(method, target, { body: bodies[id], query }), 401, 'token-expired');
  }
});
