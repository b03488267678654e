// Signing in with Google, whose script the test stands in for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageForTests, untilGame, violations } from '../support/browser.mjs';
import { loadPlayers } from '../support/ladder.mjs';
import { until } from '../support/play.mjs';

const tests = pageForTests({ google: true, ready: ({ database }) => loadPlayers(database, 200) });
const script = 'https://accounts.google.com/gsi/client';

/** What Google's script does, as far as a page can tell: a button that gives an ID token, with the nonce that was asked for. */
const standIn = `globalThis.google = { accounts: { id: {
  initialize(options) { this.options = options; },
  renderButton(element) {
    const button = document.createElement('button');
    button.textContent = 'Google';
    button.onclick = async () => this.options.callback({ credential: await globalThis.tokenFor(this.options.nonce) });
    element.append(button);
  },
} } };`;

/** A page on which `sub` can sign in. */
function open(sub, options) {
  const prepare = async (page) => {
    await page.exposeFunction('tokenFor', (nonce) => tests.google.token({ sub, nonce }));
    await page.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body: standIn }));
  };
  return tests.open({ hosts: [script], prepare, ...options });
}

async function signIn(page) {
  await page.goto('/#/me');
  await page.getByRole('button', { name: 'Google' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

const session = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('reversid.session')));

test('a guest signs in, keeps the game, takes a name and signs out', async () => {
  const page = await open('anna');
  await page.locator('.setup button.primary').click();
  await untilGame(page, 'a game', (game) => game.mine);
  const game = page.url();
  const { player: guest } = await session(page);
  await signIn(page);
  const { player, refresh_token: refresh } = await session(page);
  assert.equal(player.id, guest.id);
  assert.ok(refresh);
  await page.getByLabel('Name', { exact: true }).fill('Anna <b>');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.goto(game);
  await untilGame(page, 'the game, still mine', (each) => each.mine);
  await page.goto('/#/me');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are nobody here yet').waitFor();
  assert.equal(await session(page), null);
  await page.context().close();
});

test('an access token that is about to end is replaced before it is used', async () => {
  const page = await open('ben');
  await signIn(page);
  const before = await session(page);
  await page.evaluate((value) => localStorage.setItem('reversid.session', JSON.stringify(value)), {
    ...before,
    expires_at: new Date(Date.now() + 1000).toISOString(),
  });
  await page.reload();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  assert.notEqual((await session(page)).access_token, before.access_token);
  await page.context().close();
});

/** Has the service end the access token, which this browser holds to be good: its clock is behind. */
async function endAccess(page) {
  const { player } = await session(page);
  await tests.database.sql(`UPDATE tokens SET expires_at = now() - interval '1 minute' WHERE player_id = '${player.id}'`);
}

test('an access token that ended earlier than this computer’s clock says is replaced', async () => {
  const page = await open('ben');
  await signIn(page);
  const before = await session(page);
  await endAccess(page);
  await page.reload();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  const after = await session(page);
  assert.notEqual(after.access_token, before.access_token);
  assert.deepEqual(after.player, before.player);
  await endAccess(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.context().close();
});

test('a session outlasts a service that is in trouble, and ends where the service ends it', async () => {
  const page = await open('ben');
  await signIn(page);
  const before = await session(page);
  await endAccess(page);
  const trouble = (route) => route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"code":"internal"}' });
  await page.route('**/v1/auth/refresh', trouble);
  await page.reload();
  await page.getByText('No connection').waitFor();
  assert.deepEqual(await session(page), before);
  await page.unroute('**/v1/auth/refresh', trouble);
  await page.reload();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  const { access_token: token } = await session(page);
  await tests.api.as(token).delete('/v1/auth/session', { expect: 204 });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.card').getByText('You are not signed in here any more.').waitFor();
  assert.equal(await session(page), null, 'nobody, and no new guest');
  await page.context().close();
});

test('a session that ended elsewhere is told of in every tab, until that is read or somebody signs in', async () => {
  const page = await open('lena');
  await signIn(page);
  const other = await page.context().newPage();
  await other.goto('/#/rules');
  const notice = (each) => each.getByRole('alert').filter({ hasText: 'You are not signed in here any more.' });
  const { access_token: token } = await session(page);
  await tests.api.as(token).delete('/v1/auth/sessions', { expect: 204 });
  await page.goto('/#/mine');
  for (const each of [page, other]) await notice(each).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.equal(await session(page), null, 'nobody, and no new guest');
  await page.reload();
  await notice(page).waitFor();
  await page.locator('header select').selectOption('de');
  await page.getByText('Du bist hier nicht mehr angemeldet.').waitFor();
  await page.locator('header select').selectOption('en');
  await notice(page).getByRole('link', { name: 'Sign in again' }).click();
  await signIn(page);
  for (const each of [page, other]) await notice(each).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are nobody here yet').waitFor();
  await notice(other).waitFor();
  assert.equal(await notice(page).count(), 0, 'whoever signed out knows');
  await other.getByRole('button', { name: 'Close' }).click();
  await notice(other).waitFor({ state: 'detached' });
  await page.context().close();
});

test('a guest whom the service does not know any more is nobody, and told nothing', async () => {
  const { page, guest } = await asGuest('mia');
  await tests.api.as(guest.access_token).delete('/v1/account', { expect: 202 });
  await page.goto('/#/me');
  await page.getByText('You are nobody here yet').waitFor();
  assert.equal(await page.getByText('not signed in here any more').count(), 0);
  await page.context().close();
});

test('a new player’s settings are those of the browser, and go along to the next one', async () => {
  const first = await open('olga');
  await first.goto('/#/me');
  await first.getByLabel('blue', { exact: true }).check();
  await first.locator('header select').selectOption('de');
  await first.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  await first.getByRole('button', { name: 'Google' }).click();
  await first.getByRole('button', { name: 'Abmelden', exact: true }).waitFor();
  const { access_token: token } = await session(first);
  await until('the account has them', async () => {
    const { settings } = (await tests.api.as(token).get('/v1/account', { expect: 200 })).json;
    return settings.theme === 'blue' && settings.language === 'de';
  });
  const second = await open('olga');
  await second.goto('/#/me');
  await second.getByLabel('wood', { exact: true }).check();
  await second.getByRole('button', { name: 'Google' }).click();
  await second.getByRole('button', { name: 'Abmelden', exact: true }).waitFor();
  assert.ok(await second.getByLabel('blau', { exact: true }).isChecked());
  await Promise.all([first, second].map((page) => page.context().close()));
});

/** A page on which a guest has begun a game; its address. */
async function asGuest(sub) {
  const page = await open(sub);
  await page.locator('.setup button.primary').click();
  await untilGame(page, 'a game', (game) => game.mine);
  return { page, game: page.url(), guest: await session(page) };
}

test('a guest who turns out to have an account takes the games along, or leaves them behind', async () => {
  const first = await open('fred');
  await signIn(first);
  const { player: fred } = await session(first);
  const along = await asGuest('fred');
  await signIn(along.page);
  assert.equal((await session(along.page)).player.id, fred.id);
  await along.page.goto(along.game);
  await untilGame(along.page, 'the game, still mine', (each) => each.mine);
  const alone = await asGuest('fred');
  await alone.page.goto('/#/me');
  await alone.page.getByLabel('Take this guest’s games along').uncheck();
  await signIn(alone.page);
  assert.equal((await session(alone.page)).player.id, fred.id);
  const { json } = await tests.api.as(alone.guest.access_token).get('/v1/account', { expect: 200 });
  assert.equal(json.kind, 'guest');
  await Promise.all([first, along.page, alone.page].map((page) => page.context().close()));
});

test('a guest who is none any more signs in all the same', async () => {
  const { page, guest } = await asGuest('gina');
  await page.goto('/#/me');
  await page.getByRole('button', { name: 'Google' }).waitFor();
  await tests.api.as(guest.access_token).delete('/v1/account', { expect: 202 });
  await signIn(page);
  assert.notEqual((await session(page)).player.id, guest.player.id);
  await page.context().close();
});

test('where the answer to signing in is lost, the next click works', async () => {
  const page = await open('hugo');
  const lose = async (route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/v1/auth/google', lose);
  await page.goto('/#/me');
  await page.getByRole('button', { name: 'Google' }).click();
  await page.getByText('Signing in did not work.').waitFor();
  await page.unroute('**/v1/auth/google', lose);
  await signIn(page);
  await page.context().close();
});

test('an account is deleted after a question', async () => {
  const page = await open('ivan');
  await signIn(page);
  const { player, access_token: token } = await session(page);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'No' }).click();
  await tests.api.as(token).get('/v1/account', { expect: 200 });
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('You are nobody here yet').waitFor();
  assert.equal(await session(page), null);
  await tests.api.get(`/v1/players/${player.id}`, { expect: 404 });
  await page.context().close();
});

test('whoever has deleted as many accounts today as one may is told so', async () => {
  const { json } = await tests.api.get('/v1/limits', { expect: 200 });
  const [, most] = /"accounts_a_day_max":(\d+)/.exec(JSON.stringify(json));
  for (let i = 0; i < most; i += 1) {
    const { json: erased } = await (await tests.signIn({ sub: 'pia' })).delete('/v1/account', { expect: 202 });
    assert.ok(erased.erased_at);
  }
  const page = await open('pia');
  await page.goto('/#/me');
  await page.getByRole('button', { name: 'Google' }).click();
  await page.getByText('You have deleted as many accounts today as you may').waitFor();
  await page.context().close();
});

test('where Google cannot be reached the page says so and goes on', async () => {
  const prepare = (page) => page.route(script, (route) => route.abort());
  const page = await tests.open({ hosts: [script], prepare, path: '/#/me' });
  await page.getByText('Signing in did not work.').waitFor();
  await page.getByRole('link', { name: 'Play' }).click();
  await page.locator('.setup button.primary').waitFor();
  await page.context().close();
});

test('Google’s script is loaded where people sign in, nowhere else, and allowed by name', async () => {
  const asked = [];
  const page = await open('cleo', { path: '/' });
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/#/rules');
  await page.locator('.rule').first().waitFor();
  assert.deepEqual(asked.filter((url) => url.startsWith('https:')), []);
  const { headers } = await tests.api.get('/', { expect: 200 });
  assert.match(headers['content-security-policy'], /script-src 'self' https:\/\/accounts\.google\.com\/gsi\/client;/);
  assert.doesNotMatch(headers['content-security-policy'], /unsafe/);
  await page.context().close();
});

test('two who signed in play a rated game, and see what it did to their ratings', async () => {
  const [dora, emil] = [await open('dora'), await open('emil')];
  for (const page of [dora, emil]) await signIn(page);
  for (const page of [dora, emil]) {
    await page.goto('/');
    await page.getByLabel('anybody', { exact: true }).check();
    await page.locator('.setup summary').click();
    await page.getByRole('group', { name: 'Rated' }).getByLabel('Yes').check();
    await page.locator('.setup button.primary').click();
  }
  const states = await Promise.all([dora, emil].map((page) => untilGame(page, 'they are paired', (game) => game.status === 'live')));
  const pages = states[0].mine ? [dora, emil] : [emil, dora];
  for (let ply = 1; ply <= 4; ply += 1) {
    const page = pages[(ply + 1) % 2];
    await untilGame(page, 'my turn', (game) => game.mine);
    await page.locator('.cells [aria-disabled="false"]').first().click();
    await untilGame(page, 'the move is played', (game) => game.ply >= ply);
  }
  await pages[0].getByRole('button', { name: 'Resign' }).click();
  await pages[0].getByRole('button', { name: 'Yes' }).click();
  for (const page of pages) await page.locator('.note').getByText('Black: rating 1,180, before 1,200. White: rating 1,220, before 1,200.').waitFor();
  await Promise.all(pages.map((page) => page.context().close()));
});

test('my page has my chips, and my ratings with a plot of how they came about', async () => {
  const page = await open('dora');
  await signIn(page);
  await page.getByText('1,000 chips.').waitFor();
  await page.getByText(/^Rating 1,(18|22)0: \d won, 0 drawn, \d lost\.$/).waitFor();
  await page.getByText('Not ranked yet: 1 of 10 rated games.').waitFor();
  await page.getByRole('img', { name: /^The rating over 2 points from .+: lowest 1,(180|200), highest 1,2(00|20), now 1,(180|220)\.$/ }).waitFor();
  await page.locator('li').getByText(/(won|lost), 1,200 → 1,(18|22)0 \(.+\)$/).waitFor();
  await page.getByText('No rated game yet.').waitFor();
  await page.context().close();
});

test('the ladder is shown page by page, with my place', async () => {
  const page = await open('dora');
  await signIn(page);
  await page.goto('/#/ladder');
  const rows = page.locator('tbody tr');
  await rows.nth(49).waitFor();
  await page.getByText('Not ranked yet: 1 of 10 rated games.').waitFor();
  assert.equal(await rows.count(), 50);
  await page.getByRole('button', { name: 'More' }).click();
  await rows.nth(99).waitFor();
  const { json } = await tests.api.get('/v1/ladders/live', { query: { limit: 100 }, expect: 200 });
  const shown = await rows.evaluateAll((list) => list.map((row) => row.cells[1].textContent));
  assert.deepEqual(shown, json.items.map(({ player }) => player.name));
  await page.getByRole('link', { name: 'Days for each move' }).click();
  await page.getByText('Nobody is ranked yet.').waitFor();
  await page.context().close();
});

test('a player is challenged by name, and finds the challenge among the games', async () => {
  const [dora, emil] = [await open('dora'), await open('emil')];
  for (const page of [dora, emil]) await signIn(page);
  const { player } = await session(dora);
  await emil.goto(`/#/players/${player.id}`);
  await emil.getByRole('button', { name: 'Challenge' }).click();
  await emil.getByText('Waiting for an answer').waitFor();
  await dora.goto('/#/mine');
  await dora.locator('section', { has: dora.getByRole('heading', { name: 'Challenges' }) }).getByRole('link').click();
  await dora.getByRole('button', { name: 'Accept and play' }).click();
  await Promise.all([dora, emil].map((page) => untilGame(page, 'the game', (game) => game.status === 'live')));
  await Promise.all([dora, emil].map((page) => page.context().close()));
});
