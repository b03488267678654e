// Personal tokens: what they may do, and what they may not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isProblem, newLocal } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';
import { challenge, seek } from '../support/opponents.mjs';
import { analyse } from '../support/study.mjs';

let anna;
const tests = serviceForTests({
  google: true,
  ready: async ({ signIn }) => {
    anna = await signIn();
  },
});

/** A client with a new personal token of Anna's. */
async function program(scopes, more = {}) {
  const { json } = await anna.post('/v1/tokens', { name: 'a program', scopes, ...more }, { expect: 201 });
  return Object.assign(anna.as(json.access_token), { id: json.id });
}

test('a token is shown once, and listed without its secret', async () => {
  const made = await anna.post('/v1/tokens', { name: 'Bot ♟', scopes: ['play', 'read', 'play'], days: 7 }, { expect: 201 });
  const { access_token: secret, ...shown } = made.json;
  assert.match(secret, /^rvp_/);
  assert.equal(made.headers['cache-control'], 'no-store');
  assert.deepEqual([shown.name, shown.scopes], ['Bot ♟', ['read', 'play']]);
  const days = (Date.parse(shown.expires_at) - Date.parse(shown.created_at)) / 86_400_000;
  assert.equal(days, 7);
  const { json, text } = await anna.get('/v1/tokens', { expect: 200 });
  assert.deepEqual(json.items.find(({ id }) => id === shown.id), shown);
  assert.ok(!text.includes(secret));
});

test('it does what its scopes say, and names the scope that is missing', async () => {
  const reads = await program(['read']);
  await reads.get('/v1/account', { expect: 200 });
  const refused = await reads.post('/v1/games', { opponent: { type: 'local' } });
  isProblem(refused, 403, 'scope-missing');
  assert.match(refused.json.detail, /"play"/);
  assert.match(refused.headers['www-authenticate'], /error="insufficient_scope", scope="play"/);
  const plays = await program(['play']);
  await newLocal(plays);
  isProblem(await plays.get('/v1/account/games'), 403, 'scope-missing');
  isProblem(await plays.patch('/v1/account', { settings: { sound: false } }), 403, 'scope-missing');
  const keeps = await program(['account']);
  await keeps.patch('/v1/account', { settings: { sound: false } }, { expect: 200 });
});

test('to a token an invitation says what its player can, and to one that sees nothing of that player, nothing', async () => {
  const ben = await tests.signIn();
  const made = await challenge(ben);
  const says = async (client) => {
    const { json } = await client.get(`/v1/challenges/${made.code}`, { expect: 200 });
    return [json.you, json.can_accept];
  };
  for (const scopes of [['read'], ['play'], ['read', 'account']])
    assert.deepEqual(await says(await program(scopes)), ['invited', true], scopes.join());
  assert.deepEqual(await says(await program(['account'])), [null, false]);
});

test('no operation lets a token through that lacks its scope', async () => {
  const { contract } = tests.api;
  const by = { read: await program(['play', 'account']), play: await program(['read', 'account']) };
  by.account = await program(['read', 'play']);
  by.session = await program(['read', 'play', 'account']);
  const game = await newLocal(anna);
  const bodies = {
    create_token: { name: 'x', scopes: ['read'] },
    create_game: { opponent: { type: 'local' } },
    play_move: { square: 'f5' },
    change_account: {},
  };
  let asked = 0;
  for (const { id, method, path, operation } of contract.operations) {
    const scope = operation['x-scope'];
    if (!scope) continue;
    const target = path.replace('{id}', game.id).replace('{player}', game.id).replace(/\{(ply|branch)\}/, '1');
    isProblem(await by[scope].request(method, target, { body: bodies[id] }), 403, 'scope-missing');
    asked += 1;
  }
  assert.ok(asked > 20);
});

test('what needs no token needs no scope', async () => {
  const keeps = await program(['account']);
  const game = await newLocal(anna);
  await keeps.get(`/v1/games/${game.id}`, { expect: 200 });
  await keeps.post('/v1/positions/legal-moves', { transcript: 'f5' }, { expect: 200 });
});

test('an analysis that its player asked for is looked at with `read` or `play`, and forgotten with `play`', async () => {
  const { headers } = await analyse(anna, { transcript: 'f5d6c3d3c4', nodes: 250_000_000 });
  const [keeps, reads, plays] = [await program(['account']), await program(['read']), await program(['play'])];
  const refused = await keeps.get(headers.location);
  isProblem(refused, 403, 'scope-missing');
  assert.match(refused.headers['www-authenticate'], /scope="read"/);
  for (const client of [keeps, reads]) isProblem(await client.delete(headers.location), 403, 'scope-missing');
  for (const client of [reads, plays]) await client.get(headers.location, { expect: [200, 202] });
  await plays.delete(headers.location, { expect: 204 });
});

test('what needs no token, a token without `read` and `play` gets as if it were none', async () => {
  const keeps = await program(['account']);
  const ben = await tests.signIn();
  const { contract } = tests.api;
  const [made, invitation, sought] = [
    await challenge(anna, { to: ben.player.id }),
    await challenge(anna),
    await seek(anna),
  ];
  const { headers } = await analyse(anna, { transcript: 'f5d6c3d3c4', nodes: 250_000_000 });
  const game = await newLocal(anna);
  const things = [made.id, invitation.id, invitation.code, sought.id, headers.location.split('/').at(-1), game.id, anna.player.id];
  let asked = 0;
  for (const { id, method, path, operation } of contract.operations) {
    if (operation['x-scope'] || method !== 'GET' || !path.startsWith('/v1/') || id === 'stream_game') continue;
    for (const thing of path.includes('{id}') ? things : [undefined]) {
      const target = path
        .replace('{id}', thing)
        .replace('{other}', ben.player.id)
        .replace('{ladder}', 'live')
        .replace(/\{(rank|slug)\}/, '1');
      const [stranger, same] = [await tests.api.request(method, target), await keeps.request(method, target)];
      if (same.status === 403) isProblem(same, 403, 'scope-missing');
      else assert.equal(same.status, stranger.status, `${method} ${target}`);
      asked += 1;
    }
  }
  assert.ok(asked > 60, String(asked));
  isProblem(await keeps.get(`/v1/challenges/${made.id}`), 403, 'scope-missing');
  assert.equal((await keeps.get(`/v1/challenges/${invitation.code}`, { expect: 200 })).json.you, null);
  assert.equal((await keeps.get(`/v1/seeks/${sought.id}`, { expect: 200 })).json.you, false);
  isProblem(await keeps.get('/v1/seeks?player=me'), 403, 'scope-missing');
});

test('with `read` or `play` it is shown as its player’s', async () => {
  const ben = await tests.signIn();
  const [made, invitation] = [await challenge(anna, { to: ben.player.id }), await challenge(anna)];
  const sought = await seek(anna, { clock: { kind: 'per_move', seconds: 10 } });
  for (const client of [await program(['read']), await program(['play'])]) {
    for (const name of [made.id, invitation.id, invitation.code]) {
      assert.equal((await client.get(`/v1/challenges/${name}`, { expect: 200 })).json.you, 'maker');
    }
    assert.equal((await client.get(`/v1/seeks/${sought.id}`, { expect: 200 })).json.you, true);
    const { json } = await client.get('/v1/seeks?player=me', { expect: 200 });
    assert.ok(json.items.some(({ id }) => id === sought.id));
  }
});

test('only a token with `play` keeps a seek alive, and has it paired', async () => {
  const { id } = await seek(anna, { clock: { kind: 'per_move', seconds: 11 } });
  const alive = () => tests.database.sql(`SELECT alive_until FROM seeks WHERE id = '${id}'`);
  await tests.database.sql(`UPDATE seeks SET alive_until = now() + interval '10 seconds' WHERE id = '${id}'`);
  const fading = await alive();
  for (const client of [await program(['read']), await program(['account'])]) {
    await client.get(`/v1/seeks/${id}`, { expect: 200 });
    assert.equal(await alive(), fading);
  }
  const stream = await (await program(['read'])).stream('/v1/events');
  await stream.next();
  await challenge(anna);
  await stream.next(); // the run that sent the first event is over
  stream.close();
  assert.equal(await alive(), fading);
  await (await program(['play'])).get(`/v1/seeks/${id}`, { expect: 200 });
  assert.notEqual(await alive(), fading);
});

test('only a token with `play` has something analysed in the background', async () => {
  const long = { transcript: 'f5d6c3', nodes: 250_000_000 };
  const short = { transcript: 'f5d6c3', nodes: 1000 };
  for (const client of [await program(['read', 'account']), await program(['account'])]) {
    const refused = await client.post('/v1/positions/analysis', long);
    isProblem(refused, 403, 'scope-missing');
    assert.match(refused.headers['www-authenticate'], /scope="play"/);
    await client.post('/v1/positions/analysis', short, { expect: 200 });
  }
  const { headers } = await analyse(await program(['play']), long);
  await anna.delete(headers.location, { expect: 204 });
});

test('a deleted token is refused', async () => {
  const reads = await program(['read']);
  await anna.delete(`/v1/tokens/${reads.id}`, { expect: 204 });
  isProblem(await reads.get('/v1/account'), 401, 'token-expired');
  isProblem(await anna.delete(`/v1/tokens/${reads.id}`), 404, 'personal-token-not-found');
});

test('nobody deletes another’s', async () => {
  const reads = await program(['read']);
  const ben = await tests.signIn();
  isProblem(await ben.delete(`/v1/tokens/${reads.id}`), 404, 'personal-token-not-found');
  await reads.get('/v1/account', { expect: 200 });
});

test('an expired one is refused, and its life does not slide', async () => {
  const reads = await program(['read'], { days: 3 });
  const expiry = () => tests.database.sql(`SELECT expires_at FROM tokens WHERE id = '${reads.id}'`);
  const first = await expiry();
  await tests.database.sql(`UPDATE tokens SET created_at = created_at - interval '2 days' WHERE id = '${reads.id}'`);
  await reads.get('/v1/account', { expect: 200 });
  assert.equal(await expiry(), first);
  await tests.database.sql(`UPDATE tokens SET expires_at = now() WHERE id = '${reads.id}'`);
  isProblem(await reads.get('/v1/account'), 401, 'token-expired');
});

test('guests have none', async () => {
  const guest = await tests.api.guest();
  for (const answer of [
    await guest.get('/v1/tokens'),
    await guest.post('/v1/tokens', { name: 'x', scopes: ['read'] }),
    await guest.delete(`/v1/tokens/${guest.player.id}`),
  ]) {
    isProblem(answer, 403, 'account-needed');
  }
});

test('what is no token to make', async () => {
  const good = { name: 'x', scopes: ['read'] };
  for (const [change, pointer] of [
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(129) }, '/name'],
    [{ name: 'a\nb' }, '/name'],
    [{ scopes: [] }, '/scopes'],
    [{ scopes: ['session'] }, '/scopes/0'],
    [{ scopes: ['read', 'Play'] }, '/scopes/1'],
    [{ scopes: 'read' }, '/scopes'],
    [{ days: 0 }, '/days'],
    [{ days: 366 }, '/days'],
  ]) {
    isProblem(await anna.post('/v1/tokens', { ...good, ...change }), 400, 'invalid-field', { pointer });
  }
});

test('names and lives of tokens are as long as the limits say', async () => {
  const anna = await tests.signIn();
  const { json: limits } = await tests.api.get('/v1/limits', { expect: 200 });
  const { token_name_characters_max: characters, token_name_bytes_max: bytes, token_days_max: days, token_days_default: usual } = limits.accounts;
  const make = (more, expect) => anna.post('/v1/tokens', { name: 'x', scopes: ['read'], ...more }, { expect });
  for (const character of ['x', 'ж', 'ก', '♟', '🙂']) {
    const name = character.repeat(characters);
    assert.ok(Buffer.byteLength(name) <= bytes);
    const { json: made } = await make({ name }, 201);
    assert.equal(made.name, name);
    await make({ name: name + character }, 400);
  }
  assert.equal(Buffer.byteLength('🙂'.repeat(characters)), bytes);
  await make({ days }, 201);
  await make({ days: days + 1 }, 400);
  const { json: token } = await make({}, 201);
  assert.equal(Date.parse(token.expires_at) - Date.parse(token.created_at), usual * 86_400_000);
});

test('fifty are enough, as the limits say', async () => {
  const many = await tests.signIn();
  assert.equal((await tests.api.get('/v1/limits', { expect: 200 })).json.accounts.tokens_max, 50);
  const make = () => many.post('/v1/tokens', { name: 'one of many', scopes: ['read'] });
  for (let i = 0; i < 50; i += 1) assert.equal((await make()).status, 201);
  const refused = await make();
  isProblem(refused, 429, 'too-many-tokens');
  assert.equal(refused.headers['retry-after'], undefined, 'waiting does not help');
  const { json } = await many.get('/v1/tokens', { expect: 200 });
  assert.equal(json.items.length, 50);
  await many.delete(`/v1/tokens/${json.items[0].id}`, { expect: 204 });
  assert.equal((await make()).status, 201);
  await tests.database.sql(`UPDATE tokens SET expires_at = now() WHERE id = '${json.items[1].id}'`);
  assert.equal((await make()).status, 201, 'expired ones do not count');
  const later = await many.get('/v1/tokens', { expect: 200 });
  assert.deepEqual([later.json.items.length, later.json.items.some(({ id }) => id === json.items[1].id)], [50, false]);
});

test('fifty are enough for those as well who ask for many at once', async () => {
  const many = await tests.signIn();
  const make = () => many.post('/v1/tokens', { name: 'one of many', scopes: ['read'] });
  for (let i = 0; i < 46; i += 1) assert.equal((await make()).status, 201);
  const made = await Promise.all(Array.from({ length: 12 }, make));
  assert.deepEqual(made.map(({ status }) => status).sort(), [...Array(4).fill(201), ...Array(8).fill(429)]);
});
