// The page about me: settings, blocked players, tokens, and the account as a whole.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { become, legalCells, pageForTests, untilGame, violations } from '../support/browser.mjs';
import { block } from '../support/opponents.mjs';
import { newAgainst, until } from '../support/play.mjs';

const tests = pageForTests({ google: true });
const google = 'https://accounts.google.com/gsi/client';

/** A page whose viewer is the player of an API client, at an address. */
async function openAs(client, address = '#/me', options = {}) {
  const prepare = (each) => each.route(google, (route) => route.abort());
  const page = await tests.open({ path: '/#/rules', hosts: [google], prepare, ...options });
  await become(page, client);
  await page.goto(`/${address}`);
  return page;
}

const card = (page, heading) => page.locator('section.card', { has: page.getByRole('heading', { name: heading }) });

/** Waits until the service has these settings of a player's. */
function untilSet(client, wanted) {
  return until(`settings: ${JSON.stringify(wanted)}`, async () => {
    const { settings } = (await client.get('/v1/account', { expect: 200 })).json;
    return Object.entries(wanted).every(([name, value]) => settings[name] === value);
  });
}

/** What a board looks like: the colour of its cloth, and what of it is drawn. */
function look(page) {
  return page.evaluate(() => {
    const find = (name) => document.querySelector(`.board .${name}`);
    const isDrawn = (name) => getComputedStyle(find(name)).display !== 'none';
    return { cloth: getComputedStyle(find('cloth')).fill, coordinates: isDrawn('coordinates'), dots: isDrawn('legal .legal-dot') };
  });
}

for (const locale of ['en', 'de', 'el', 'ar', 'th']) {
  test(`axe finds nothing where there is everything, and a phone has room for it: ${locale}`, async () => {
    const [client, other] = [await tests.signIn({ sub: `axe ${locale}` }), await tests.api.guest()];
    await tests.signIn({ sub: `axe ${locale}` }); // a second session, which can be ended
    await block(client, other, { expect: 200 });
    await client.post('/v1/tokens', { name: 'W'.repeat(60), scopes: ['read', 'play', 'account'] }, { expect: 201 });
    const page = await openAs(client, '#/me', { locale, viewport: { width: 320, height: 600 } });
    await page.locator('section.card form').waitFor();
    await page.locator('section.card form input[type="text"]').fill('bot');
    await page.locator('section.card form button').click();
    await page.locator('[role="status"] input').waitFor();
    assert.deepEqual(await violations(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.goto(`/#/players/${other.player.id}`);
    await page.locator('.actions button').nth(1).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.context().close();
  });
}

test('settings change the board, stay in this browser, and go to the account', async () => {
  const client = await tests.signIn();
  const page = await openAs(client);
  const asIs = { cloth: 'rgb(31, 122, 77)', coordinates: true, dots: true };
  await page.getByLabel('wood', { exact: true }).check();
  for (const name of ['legal moves', 'coordinates', 'sound']) await page.getByLabel(name, { exact: true }).uncheck();
  const wanted = { language: 'auto', theme: 'wood', legal_moves: false, coordinates: false, sound: false };
  await untilSet(client, wanted);
  const game = await newAgainst(client, 'easy');
  await page.goto(`/#/games/${game.id}`);
  await untilGame(page, 'a game', ({ mine }) => mine);
  assert.deepEqual(await look(page), { cloth: 'rgb(171, 118, 63)', coordinates: false, dots: false });
  await page.reload();
  await untilGame(page, 'a game', ({ mine }) => mine);
  assert.deepEqual(await look(page), { cloth: 'rgb(171, 118, 63)', coordinates: false, dots: false });
  const another = await openAs(client, `#/games/${game.id}`);
  await untilGame(another, 'a game', ({ mine }) => mine);
  assert.deepEqual(await look(another), asIs, 'another browser has its own until somebody signs in there');
  await Promise.all([page, another].map((each) => each.context().close()));
});

test('the language that is chosen goes to the account', async () => {
  const client = await tests.signIn();
  const page = await openAs(client);
  await page.locator('header select').selectOption('el');
  await page.getByRole('heading', { name: 'Ρυθμίσεις' }).waitFor();
  await untilSet(client, { language: 'el' });
  await page.context().close();
});

test('a disc that is placed is heard, or not, as was set', async () => {
  const listen = () => {
    globalThis.knocks = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...all) {
      globalThis.knocks += 1;
      return start.apply(this, all);
    };
  };
  const page = await openAs(await tests.signIn());
  await page.addInitScript(listen);
  await page.reload();
  const playOne = async () => {
    await page.goto('/#/');
    await page.locator('.setup button.primary').click();
    await untilGame(page, 'a game', ({ mine, ply }) => mine && ply === 0);
    await legalCells(page).first().click();
    await untilGame(page, 'the move and its answer', ({ mine, ply }) => mine && ply >= 2);
    return page.evaluate(() => globalThis.knocks);
  };
  const heard = await playOne();
  assert.ok(heard >= 2, `${heard} knocks`);
  await page.goto('/#/me');
  await page.getByLabel('sound', { exact: true }).uncheck();
  assert.equal(await playOne(), heard);
  await page.context().close();
});

test('a player is blocked, and unblocked, on the player’s page and from the list', async () => {
  const [client, other] = [await tests.signIn(), await tests.api.guest()];
  const isBlocked = async () => (await client.get(`/v1/account/blocks/${other.player.id}`)).status === 200;
  const page = await openAs(client, `#/players/${other.player.id}`);
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByRole('button', { name: 'Unblock', exact: true }).waitFor();
  assert.ok(await isBlocked());
  await page.reload();
  await page.getByRole('button', { name: 'Unblock', exact: true }).click();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByRole('button', { name: 'Unblock', exact: true }).waitFor();
  await page.goto('/#/me');
  const list = card(page, 'Blocked players');
  await list.getByRole('link', { name: other.player.name }).waitFor();
  await list.getByRole('button', { name: `Unblock ${other.player.name}` }).click();
  await list.getByText('Nobody.').waitFor();
  assert.ok(!(await isBlocked()));
  await page.context().close();
});

test('the list of blocked players goes on where it is long', async () => {
  const client = await tests.signIn();
  await tests.database.sql(`
    WITH made AS (INSERT INTO players (id, name, kind, created_at)
                  SELECT gen_random_uuid(), 'Rival ' || n, 'guest', now() FROM generate_series(1, 130) n RETURNING id, name)
    INSERT INTO blocks (player_id, blocked_id, blocked_name, created_at) SELECT '${client.player.id}', id, name, date_trunc('milliseconds', now()) FROM made`);
  const page = await openAs(client);
  const rows = card(page, 'Blocked players').locator('li');
  await rows.nth(99).waitFor();
  assert.equal(await rows.count(), 100);
  await page.getByRole('button', { name: 'More' }).click();
  await rows.nth(129).waitFor();
  assert.equal(await page.getByRole('button', { name: 'More' }).isVisible(), false);
  await page.context().close();
});

test('a token is made, shown once, does what it may, and is deleted', async () => {
  const client = await tests.signIn();
  const page = await openAs(client);
  const tokens = card(page, 'Tokens for programs');
  const make = tokens.getByRole('button', { name: 'Make a token' });
  await tokens.getByLabel('What it is for').fill('My <b>bot</b>');
  await tokens.getByLabel('see what is mine').uncheck();
  await make.click();
  await tokens.getByText('Choose what it may do.').waitFor();
  await tokens.getByLabel('play', { exact: true }).check();
  await tokens.getByLabel('see what is mine').check();
  await tokens.getByLabel('How long it is good').selectOption('30 days');
  await make.click();
  const token = await tokens.getByLabel('The new token').inputValue();
  await tokens.locator('li').getByText('My <b>bot</b>').waitFor();
  const { json } = await client.get('/v1/tokens', { expect: 200 });
  const [{ name, scopes, created_at: made, expires_at: end }] = json.items;
  assert.deepEqual([name, [...scopes].sort(), json.items.length], ['My <b>bot</b>', ['play', 'read'], 1]);
  assert.equal(Math.round((Date.parse(end) - Date.parse(made)) / 86_400_000), 30);
  await tests.api.as(token).get('/v1/account', { expect: 200 });
  await tests.api.as(token).patch('/v1/account', { name: 'Bot' }, { expect: 403 });
  await page.reload();
  await tokens.locator('li').waitFor();
  assert.equal(await page.getByText(token).count() + (await tokens.getByLabel('The new token').count()), 0);
  await tokens.getByRole('button', { name: 'Delete My <b>bot</b>' }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await tokens.locator('li').waitFor({ state: 'detached' });
  await tests.api.as(token).get('/v1/account', { expect: 401 });
  await page.context().close();
});

test('where the answer with a token is lost the page makes no other, and shows that there is one', async () => {
  const client = await tests.signIn();
  const page = await openAs(client);
  const tokens = card(page, 'Tokens for programs');
  await tokens.getByLabel('What it is for').fill('Lost');
  await page.route('**/v1/tokens', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await tokens.getByRole('button', { name: 'Make a token' }).click();
  await tokens.getByText('No connection').waitFor();
  await tokens.locator('li').waitFor();
  const { json } = await client.get('/v1/tokens', { expect: 200 });
  assert.deepEqual(json.items.map(({ name }) => name), ['Lost']);
  await page.context().close();
});

test('as many tokens as may be: the page says to delete one', async () => {
  const client = await tests.signIn();
  for (let i = 0; i < 50; i += 1) await client.post('/v1/tokens', { name: `${i}`, scopes: ['read'] }, { expect: 201 });
  const page = await openAs(client);
  const tokens = card(page, 'Tokens for programs');
  await tokens.getByLabel('What it is for').fill('One more');
  await tokens.getByRole('button', { name: 'Make a token' }).click();
  await tokens.getByText('You have as many tokens as you may: delete one first.').waitFor();
  await page.context().close();
});

test('everything that is kept about me comes as one file, with all games', async () => {
  const client = await tests.signIn();
  const games = [];
  for (let i = 0; i < 101; i += 1) games.push((await newAgainst(client, 'easy')).id);
  const page = await openAs(client);
  const arrives = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await arrives;
  assert.equal(file.suggestedFilename(), 'reversid.json');
  const data = JSON.parse(readFileSync(await file.path(), 'utf8'));
  assert.equal(data.player.id, client.player.id);
  assert.deepEqual(data.games.map(({ id }) => id).sort(), games.sort());
  assert.ok(data.access.length && data.settings && !('next_cursor' in data));
  await page.getByText('Downloaded.').waitFor();
  await page.context().close();
});

test('who sees where the account is signed in ends one session, or all others, after a question', async () => {
  const client = await tests.signIn({ sub: 'olga' });
  const [one, two, three] = [await tests.signIn({ sub: 'olga' }), await tests.signIn({ sub: 'olga' }), await tests.signIn({ sub: 'olga' })];
  await tests.database.sql(`UPDATE sessions SET refreshed_at = refreshed_at + interval '1 s' WHERE player_id = '${client.player.id}'
    AND id = (SELECT session_id FROM tokens WHERE player_id = '${client.player.id}' ORDER BY created_at DESC LIMIT 1)`);
  const page = await openAs(client);
  const list = card(page, 'Where you are signed in');
  await list.locator('li').nth(3).waitFor();
  assert.equal(await list.locator('li', { hasText: 'this one' }).count(), 1);
  const end = list.locator('li').first().getByRole('button', { name: /^End/ });
  await end.click();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await three.get('/v1/account', { expect: 200 });
  await end.click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await list.locator('li').nth(3).waitFor({ state: 'detached' });
  await three.get('/v1/account', { expect: 401 });
  for (const each of [one, two]) await each.get('/v1/account', { expect: 200 });
  await list.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await list.locator('li').nth(1).waitFor({ state: 'detached' });
  for (const each of [one, two]) await each.get('/v1/account', { expect: 401 });
  await client.get('/v1/account', { expect: 200 });
  assert.equal(await list.getByRole('button').count(), 0);
  await page.context().close();
});

test('all sessions end, on this device and on others, after a question; tokens stay', async () => {
  const client = await tests.signIn({ sub: 'nora' });
  const elsewhere = await tests.signIn({ sub: 'nora' });
  const { json: token } = await client.post('/v1/tokens', { name: 'bot', scopes: ['read'] }, { expect: 201 });
  const page = await openAs(client);
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await elsewhere.get('/v1/account', { expect: 200 });
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await page.getByText('You are nobody here yet').waitFor();
  assert.equal(await page.getByText('not signed in here any more').count(), 0);
  await elsewhere.get('/v1/account', { expect: 401 });
  await tests.api.as(token.access_token).get('/v1/account', { expect: 200 });
  await page.context().close();
});

test('a guest has settings, a list of blocked players, and the account as a whole, but no tokens', async () => {
  const guest = await tests.api.guest();
  const page = await openAs(guest);
  for (const heading of ['Settings', 'Blocked players', 'Account']) await card(page, heading).waitFor();
  assert.equal(await card(page, 'Tokens for programs').count(), 0);
  assert.equal(await page.getByRole('button', { name: 'End all sessions' }).count(), 0);
  assert.equal(await card(page, 'Where you are signed in').count(), 0);
  await page.getByLabel('blue', { exact: true }).check();
  await untilSet(guest, { theme: 'blue' });
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await page.getByText('You are nobody here yet').waitFor();
  await guest.get('/v1/account', { expect: 401 });
  await page.context().close();
});
