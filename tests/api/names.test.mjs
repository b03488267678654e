// Names and settings of players, and finding players by their names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accept, block, challenge } from '../support/opponents.mjs';
import { isProblem, nowhere } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests({ google: true });

const rename = (client, name) => client.patch('/v1/account', { name });

/** A player who is called so. */
async function called(name) {
  const client = await tests.signIn();
  const { json } = await client.patch('/v1/account', { name }, { expect: 200 });
  assert.equal(json.name, name.normalize('NFC'));
  return Object.assign(client, { player: { ...client.player, name: json.name } });
}

test('names in any alphabet, up to 32 characters as people count them', async () => {
  for (const name of [
    'Zoë',
    'Ζωή',
    'Ольга',
    'สมชาย ใจดี',
    'عمر خالد',
    '김민준',
    '光',
    'x',
    'J. R. O’Neill-Öz (2nd)',
    '👩🏽‍🚀',
    '🇬🇷',
    'é'.repeat(32),
    'น้ำ'.repeat(32), // three code points each
    'क्षि'.repeat(16),
    'ตั้'.repeat(32),
    '\u{11013}\u{11038}\u{11001}'.repeat(32), // Brahmi, four bytes each
    '👩🏽‍🚀'.repeat(32),
    '👨‍👩‍👧‍👦'.repeat(32),
    '👩🏻‍❤️‍💋‍👩🏿'.repeat(32), // the longest picture that keyboards offer
    '🇬🇷'.repeat(32),
    'नमस्ते',
  ]) {
    await called(name);
  }
});

test('a name is kept in NFC', async () => {
  const zoe = await called('Zoe\u0308 Two');
  assert.equal(zoe.player.name, 'Zo\u00eb Two');
});

test('a long name is shown wherever names are, whole', async () => {
  const name = '👩🏻‍❤️‍💋‍👨🏿'.repeat(32);
  const [anna, ben] = [await called(name), await tests.signIn()];
  const made = await challenge(ben, { to: anna.player.id, color: 'black' });
  assert.equal(made.to.name, name);
  const { json: game } = await accept(anna, made, { expect: 201 });
  assert.equal(game.players.white.name, name);
  await block(ben, anna);
  assert.equal((await ben.get('/v1/account/blocks')).json.items[0].player.name, name);
  const beginning = '👩🏻‍❤️‍💋‍👨🏿'.repeat(31);
  await called(`${beginning}👑`);
  const first = await search({ name: beginning, match: 'prefix', limit: 1 });
  const second = await search({ name: beginning, match: 'prefix', limit: 1, cursor: first.json.next_cursor });
  assert.deepEqual([...found(first), ...found(second)].sort(), [name, `${beginning}👑`].sort());
});

test('what is no name', async () => {
  const anna = await tests.signIn();
  for (const name of [
    '',
    ' ',
    ' Anna',
    'Anna ',
    'An  na',
    'An\tna',
    'An\u0000na'.replace('\u0000', '\u0001'),
    'An\u00a0na',
    'An\u200bna',
    'An\u200cna',
    'An\u200dna',
    'An\u00adna',
    '\u202eannA',
    'Anna\u2066',
    'Anna\u200f',
    '\ufeffAnna',
    'Anna\ufffe',
    'Anna\ue000',
    '\u0301Anna',
    '\u0301',
    '\u3164',
    '\u2800',
    'An\u2800na',
    '\u{1d159}',
    '\u{13441}',
    'Q\ufe0f\ufe0f\ufe0f',
    `a${'\u0301'.repeat(60)}`,
    'x'.repeat(33),
    '👩🏽‍🚀'.repeat(33),
    'น้ำ'.repeat(33),
    `👩${'\u200d👩'.repeat(300)}`, // one picture, and no end of it
    'x'.repeat(1000),
  ]) {
    isProblem(await rename(anna, name), 400, 'invalid-field', { pointer: '/name' });
  }
  isProblem(await rename(anna, 'An\u0000na'), 400, 'invalid-utf8');
});

test('what the service calls somebody is nobody’s name', async () => {
  const anna = await tests.signIn();
  for (const name of ['Guest 4821', 'guest', 'GUEST4821', 'Reversid', 'reversıd'.replace('ı', 'i'), 'Deleted player', 'hard', 'H A R D', 'Guеst 1234', 'Guest 482l', 'Guest ٤٨٢١', 'Admin', 'reversid admin']) {
    isProblem(await rename(anna, name), 400, 'invalid-field', { pointer: '/name' });
  }
  await called('Guestimate');
});

test('a name that looks like a taken one is taken', async () => {
  await called('Alice Modern');
  const ben = await tests.signIn();
  for (const name of [
    'Alice Modern',
    'alice modern',
    'ALICE MODERN',
    'AIice Modern',
    'Аlice Modern', // the first letter is Cyrillic
    'Alice Modеrn', // so is a later one
    'Alice rnodern',
    'Alice M0dern',
    'AliceModern',
    'Ａｌｉｃｅ Modern',
    'Alice Μodern', // a Greek capital
  ]) {
    isProblem(await rename(ben, name), 409, 'name-taken', { pointer: '/name' });
  }
  await called('Alicia Modern');
});

test('capitals of other alphabets, and what stands in another order than it is shown', async () => {
  const ben = await tests.signIn();
  for (const [name, others] of [
    ['Simonetta', ['SlMONETTA', 'SIMONETTA']],
    ['magnusson', ['ΜAGNUSSON', 'МAGNUSSON', 'МАGNUSSОN']],
    ['Elaine', ['ΕLΑΙΝΕ', 'EIaine']],
    ['\u05d0\u05d2 7', ['7 \u05d0\u05d2']],
    ['xyz \u05d0\u05d1 1', ['xyz 1 \u05d0\u05d1']],
  ]) {
    await called(name);
    for (const other of others) isProblem(await rename(ben, other), 409, 'name-taken', { pointer: '/name' });
  }
  for (const name of ['Nell', 'Neil', 'NEILL', 'Nelll']) await called(name);
});

test('who changes a name may change its case, and gives the old one back', async () => {
  const anna = await called('Lena Lake');
  assert.equal((await rename(anna, 'LENA lake')).status, 200);
  assert.equal((await rename(anna, 'LENA lake')).status, 200, 'repeated');
  assert.equal((await rename(anna, 'Nele River')).status, 200);
  await called('Lena Lake');
  isProblem(await rename(await tests.signIn(), 'nele river'), 409, 'name-taken');
});

/** Has somebody's name be one that nobody could take today, with keys that nothing would make of it. */
async function keepOldName({ player }, key) {
  await tests.database.sql(`UPDATE players SET name = 'Hard' WHERE id = '${player.id}'`);
  await tests.database.sql(
    `UPDATE names SET skeleton = sha256('${key} ' || skeleton), folded = 'hard' WHERE player_id = '${player.id}'`,
  );
}

const holders = (player) => tests.database.sql(`SELECT count(*) FROM names WHERE player_id = '${player.id}'`);

test('a name from before today’s rules is given back, and goes with its account', async () => {
  const [anna, ben] = [await called('Rosa Rules'), await called('Rolf Rules')];
  await keepOldName(anna, 'renamed');
  await keepOldName(ben, 'erased');
  const rows = async () => Number(await tests.database.sql('SELECT count(*) FROM names'));
  const before = await rows();
  assert.equal((await rename(anna, 'Rosa Rules')).status, 200);
  assert.equal(await rows(), before, 'the old keys went when the new ones came');
  await ben.delete('/v1/account', { expect: 202 });
  assert.equal(await holders(ben.player), '0');
  assert.equal(await rows(), before, 'nobody gets the erased name');
  assert.deepEqual((await tests.api.get('/v1/players', { query: { name: 'hard' } })).json.items, []);
});

test('of several who want a name at once one gets it', async () => {
  const players = await Promise.all(Array.from({ length: 6 }, () => tests.signIn()));
  const answers = await Promise.all(players.map((each, i) => rename(each, i % 2 ? 'Only One' : 'ONLY ONE')));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409]);
});

test('a guest has settings, and no name of its own', async () => {
  const guest = await tests.api.guest();
  isProblem(await rename(guest, 'Gustav'), 403, 'account-needed');
  const { json } = await guest.patch('/v1/account', { settings: { language: 'th' } }, { expect: 200 });
  assert.equal(json.settings.language, 'th');
});

test('settings are changed one by one and kept', async () => {
  const anna = await tests.signIn();
  const all = { language: 'auto', theme: 'green', legal_moves: true, coordinates: true, sound: true };
  assert.deepEqual((await anna.get('/v1/account')).json.settings, all);
  await anna.patch('/v1/account', { settings: { language: 'ar', sound: false } }, { expect: 200 });
  await anna.patch('/v1/account', { settings: { theme: 'wood', language: null } }, { expect: 200 });
  const { json } = await anna.get('/v1/account');
  assert.deepEqual(json.settings, { ...all, language: 'ar', sound: false, theme: 'wood' });
  isProblem(await anna.patch('/v1/account', { settings: { theme: 'pink' } }), 400, 'invalid-field', { pointer: '/settings/theme' });
  isProblem(await anna.patch('/v1/account', { settings: { size: 1 } }), 400, 'unknown-field', { pointer: '/settings/size' });
});

test('several settings changed at once are all kept', async () => {
  const anna = await tests.signIn();
  const changes = [{ language: 'de' }, { theme: 'blue' }, { sound: false }, { coordinates: false }, { legal_moves: false }];
  await Promise.all(changes.map((settings) => anna.patch('/v1/account', { settings }, { expect: 200 })));
  const { json } = await anna.get('/v1/account');
  assert.deepEqual(json.settings, Object.assign({}, ...changes));
});

/* --- finding players --------------------------------------------------------------------------- */

const found = ({ json }) => json.items.map(({ name }) => name);
const search = (query) => tests.api.get('/v1/players', { query });

test('a player by id, by name, and as oneself', async () => {
  const anna = await called('Søren Search');
  const { json } = await tests.api.get(`/v1/players/${anna.player.id}`, { expect: 200 });
  assert.deepEqual([json.id, json.name, json.kind], [anna.player.id, 'Søren Search', 'account']);
  assert.deepEqual((await anna.get('/v1/players/me', { expect: 200 })).json, json);
  isProblem(await tests.api.get('/v1/players/me'), 401, 'token-missing');
  isProblem(await tests.api.get(`/v1/players/${nowhere}`), 404, 'player-not-found');
  assert.deepEqual((await search({ name: 'SØREN search' })).json.items, [json]);
  assert.deepEqual(found(await search({ name: 'Søren' })), []);
});

test('names that begin so, in order, page by page', async () => {
  const names = ['Quentin', 'quentin b', 'Quentina', 'Quentin 10'];
  for (const name of [...names, 'Quenti']) await called(name);
  const all = found(await search({ name: 'QUENTIN', match: 'prefix' }));
  assert.deepEqual(all, ['Quentin', 'Quentin 10', 'quentin b', 'Quentina']);
  const paged = [];
  for (let cursor; cursor !== null; ) {
    const { json } = await search({ name: 'quentin', match: 'prefix', limit: 3, cursor });
    paged.push(...json.items.map(({ name }) => name));
    cursor = json.next_cursor;
  }
  assert.deepEqual(paged, all);
  assert.deepEqual(found(await search({ name: 'quentin' })), ['Quentin']);
  assert.deepEqual(found(await search({ name: 'Quentin%', match: 'prefix' })), []);
});

test('a cursor of names finds none but those that are looked for', async () => {
  for (const name of ['Rosalind', 'Rosalinda', 'Rosaline', 'Zorro']) await called(name);
  const query = { name: 'rosal', match: 'prefix', limit: 2 };
  const { json } = await search(query);
  const cursor = json.next_cursor;
  assert.deepEqual(found(await search({ ...query, limit: 3, cursor })), ['Rosaline']);
  const bound = Buffer.from(cursor, 'base64url').subarray(0, 4);
  const forged = (text) => Buffer.concat([bound, Buffer.from(text)]).toString('base64url');
  assert.deepEqual(found(await search({ ...query, cursor: forged('rosalind') })), ['Rosalinda', 'Rosaline']);
  for (const other of [
    { ...query, name: 'zorro', cursor },
    { ...query, match: 'exact', cursor },
    { ...query, cursor: '' },
    { ...query, cursor: 'YQ' },
    { ...query, cursor: forged('') },
    { ...query, cursor: forged('a') },
    { ...query, cursor: forged('rosa') },
    { ...query, cursor: forged(Buffer.from('rosal\xff', 'latin1')) },
  ]) {
    isProblem(await search(other), 400, 'invalid-query', { parameter: 'cursor' });
  }
});

test('players by id, in the order that was asked for', async () => {
  const [ann, ben] = [await tests.signIn(), await tests.api.guest()];
  const ids = [ben.player.id, nowhere, ann.player.id];
  const { json } = await search({ ids: ids.join(',') });
  assert.deepEqual(json.items.map(({ id }) => id), [ben.player.id, ann.player.id]);
  assert.equal(json.next_cursor, null);
});

test('a search that says too little or too much', async () => {
  for (const [query, parameter] of [
    [{}, 'ids'],
    [{ ids: nowhere, name: 'x' }, 'name'],
    [{ ids: 'x' }, 'ids'],
    [{ ids: nowhere, limit: 3 }, 'limit'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(1600) }, 'name'],
    [{ name: 'x', match: 'fuzzy' }, 'match'],
    [{ name: 'x', limit: 101 }, 'limit'],
    [{ name: 'x', cursor: '???' }, 'cursor'],
    [{ name: 'x', cursor: '_w' }, 'cursor'],
  ]) {
    isProblem(await search(query), 400, 'invalid-query', { parameter });
  }
});
