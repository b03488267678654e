// The pages beside the game: review, rules, games, what the browser keeps, the documentation; and what all of it weighs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageForTests, playToTheEnd, untilGame } from '../support/browser.mjs';
import { newAgainst } from '../support/play.mjs';

const tests = pageForTests();

async function begin(page) {
  await page.locator('.setup button.primary').click();
  return untilGame(page, 'a game', (game) => game.mine);
}

/** A game that the page's own guest has finished. */
async function finish(page) {
  await begin(page);
  await playToTheEnd(page);
  return page.url().split('/').at(-1);
}

test('a finished game is reviewed: each position, and what each move was worth', async () => {
  const page = await tests.open();
  const id = await finish(page);
  await page.getByRole('link', { name: 'Review' }).click();
  await page.getByText('Values are discs for whoever moved').waitFor({ timeout: 60_000 });
  const { json: review } = await tests.api.get(`/v1/games/${id}/review`, { query: { strength: 'quick' }, expect: 200 });
  const rows = await page.locator('.moves tbody tr').evaluateAll((list) => list.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.equal(rows.length, review.moves.length);
  review.moves.forEach((move, i) => {
    assert.equal(rows[i][0], `${move.ply}. ${move.square}`);
    assert.equal(rows[i][1], `${move.after > 0 ? '+' : ''}${move.after}`);
    assert.equal(rows[i][2], move.discs_lost ? String(move.discs_lost) : '');
  });
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.getByText('The start.').waitFor();
  await page.getByRole('button', { name: 'One move on' }).click();
  await page.locator('.status').getByText(/^Black plays /).waitFor();
  assert.equal(await page.locator('.moves .current').count(), 1);
  const worst = review.moves.reduce((most, each) => (each.discs_lost > most.discs_lost ? each : most));
  await page.getByRole('button', { name: `${worst.ply}. ${worst.square}`, exact: true }).click();
  await page.getByText(`${worst.best} would have been better`).waitFor();
  assert.equal(await page.locator('.square.hinted').count(), 1);
  await page.context().close();
});

test('the pictures of the rules are drawn by the service', async () => {
  const page = await tests.open({ path: '/#/rules' });
  const images = page.locator('.rule img');
  assert.equal(await images.count(), 6);
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    await image.evaluate((element) => element.decode());
  }
  await page.getByText('May I pass when I like?').click();
  await page.getByText('No. You pass only when').waitFor();
  await page.context().close();
});

test('my games are listed, those that wait for me first', async () => {
  const page = await tests.open();
  await finish(page);
  await page.goto('/');
  await begin(page);
  await page.goto('/#/mine');
  const section = (name) => page.locator('section', { has: page.getByRole('heading', { name }) }).locator('li');
  await section('My running games').getByText('Your turn.').waitFor();
  assert.equal(await section('My running games').count(), 1);
  assert.equal(await section('My latest finished games').count(), 1);
  const { access_token: token } = await page.evaluate(() => JSON.parse(localStorage.getItem('reversid.session')));
  const { json } = await tests.api.as(token).get('/v1/account/games', { query: { state: 'live' }, expect: 200 });
  await tests.api.as(token).put(`/v1/games/${json.items[0].id}/resignation`, undefined, { expect: 200 });
  await section('My latest finished games').nth(1).waitFor();
  await page.context().close();
});

test('the tally is kept, and one button forgets everything', async () => {
  const page = await tests.open();
  await finish(page);
  await page.goto('/');
  const row = page.getByRole('row', { name: 'Computer, easy' });
  await row.waitFor();
  assert.equal((await row.locator('td').allTextContents()).map(Number).reduce((sum, each) => sum + each), 1);
  await page.getByRole('button', { name: 'Forget everything' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await row.waitFor({ state: 'detached' });
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
  await page.context().close();
});

test('what was chosen last is chosen again', async () => {
  const page = await tests.open();
  await page.getByLabel('hard', { exact: true }).check();
  await page.reload();
  assert.ok(await page.getByLabel('hard', { exact: true }).isChecked());
  await page.context().close();
});

test('a match goes on by itself with the colours swapped', async () => {
  const page = await tests.open();
  await page.locator('.setup summary').click();
  await page.getByLabel('match to 3 wins').check();
  await begin(page);
  const first = page.url();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.waitForURL((url) => url.href !== first);
  await page.getByText('Match to 3: game 2, black 1, white 0.').waitFor();
  await page.getByRole('button', { name: 'Leave the match' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.locator('.status').getByText('The match was left.').waitFor();
  await page.context().close();
});

test('a hint is shown on the board, and playing again swaps the colours', async () => {
  const page = await tests.open();
  await begin(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  const text = await page.locator('.note').getByText(/^Hint: [a-h][1-8]\.$/).textContent();
  assert.equal(await page.locator('.square.hinted').count(), 1);
  await page.locator(`[data-square="${text.slice(6, 8)}"]`).click();
  await untilGame(page, 'the move and its answer', (game) => game.ply >= 2 && game.mine);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('button', { name: 'Play again' }).click();
  await untilGame(page, 'the rematch', (game) => game.status === 'live' && game.ply >= 1);
  assert.match(await page.locator('.seat').last().locator('.mark').getAttribute('aria-label'), /white/);
  await page.context().close();
});

test('a token that is no longer good is forgotten, and everything goes on as for somebody new', async () => {
  const page = await tests.open();
  for (const [address, shown] of [
    ['#/me', 'You are nobody here yet'],
    ['#/mine', 'My running games'],
    ['#/ladder', 'Nobody is ranked yet.'],
  ]) {
    await page.evaluate(() => localStorage.setItem('reversid.session', '{"access_token":"rvg_gone","player":{"id":"x"}}'));
    await page.goto(`/${address}`);
    await page.getByText(shown).first().waitFor();
  }
  await page.goto('/');
  await begin(page);
  await page.context().close();
});

test('an address that leads nowhere says so', async () => {
  const page = await tests.open({ path: '/#/games/01929b54-8f3a-7c21-9d60-5be2f0a4c713' });
  await page.getByText('There is no such game.').waitFor();
  await page.goto('/#/join/K7QMXRDA');
  await page.getByText('This invitation is over').waitFor();
  await page.context().close();
});

test('a game that is over is shown as it ended', async () => {
  const game = await newAgainst(tests.alice, 'easy');
  await tests.alice.put(`/v1/games/${game.id}/resignation`, undefined, { expect: 200 });
  const page = await tests.open({ path: `/#/games/${game.id}` });
  await page.getByText('White has won. By resignation.').waitFor();
  await page.context().close();
});

test('the documentation needs no other host', async () => {
  const page = await tests.open();
  const answer = await page.goto('/docs');
  assert.equal(answer.headers()['referrer-policy'], 'no-referrer');
  await page.locator('#operations-games-play_move').waitFor();
  await page.context().close();
});

/** Adds up what comes over the network, as the browser counts it. */
async function meter(page) {
  const client = await page.context().newCDPSession(page);
  const counted = { bytes: 0, requests: 0 };
  await client.send('Network.enable');
  client.on('Network.requestWillBeSent', () => (counted.requests += 1));
  client.on('Network.loadingFinished', ({ encodedDataLength }) => (counted.bytes += encodedDataLength));
  return counted;
}

test('the first game, with everything that it takes, is under 150 KiB', async () => {
  const page = await tests.open({ path: '/docs' });
  const counted = await meter(page);
  await page.goto('/');
  await finish(page);
  await page.getByRole('link', { name: 'Review' }).waitFor();
  assert.ok(counted.requests > 40 && counted.bytes > 20_000);
  assert.ok(counted.bytes < 150 * 1024, `${counted.bytes} bytes`);
  console.log(`# the first game: ${counted.requests} requests, ${(counted.bytes / 1024).toFixed(1)} KiB`);
  await page.context().close();
});
