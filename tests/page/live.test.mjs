// What happens around a game: reloads, lost connections, restarts, other tabs, spectators, deadlines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { become, legalCells, pageForTests, playToTheEnd, untilGame } from '../support/browser.mjs';
import { letPass } from '../support/people.mjs';
import { newAgainst, waitFor } from '../support/play.mjs';
import { accounts, bring, newRated, resign } from '../support/rated.mjs';
import { replay } from '../support/rules.mjs';
import { startService } from '../support/service.mjs';

const tests = pageForTests();

/** Starts a game with what is chosen in the panel: labels of choices. */
async function begin(page, ...choices) {
  await page.locator('.setup summary').click();
  for (const choice of choices) await page.getByLabel(choice, { exact: true }).check();
  await page.locator('.setup button.primary').click();
  return untilGame(page, 'a game', (game) => game.status === 'live');
}

async function playSome(page, count) {
  for (let i = 0; i < count; i += 1) {
    const now = await untilGame(page, 'my turn', (game) => game.mine);
    await legalCells(page).first().click();
    await untilGame(page, 'the move is played', (game) => game.ply > now.ply);
  }
  return untilGame(page, 'my turn', (game) => game.mine);
}

/** Black plays c1, and white has no move then: from a known game, with the colours swapped. */
const passingMove = 'c1';
const swapped = { X: 'O', O: 'X' };
const passing = replay('d3c3b3b2f5a3a1').position.replace(/[XO]/g, (disc) => swapped[disc]);

const idOf = (page) => page.url().split('/').at(-1);

/** The squares with their labels. */
const labels = (page) => page.locator('.cells button').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));

test('a reload in mid-game shows the same game, and the first page leads back to it', async () => {
  const page = await tests.open();
  await begin(page);
  const before = await playSome(page, 3);
  const shown = await labels(page);
  await page.reload();
  assert.deepEqual(await untilGame(page, 'the game again', (game) => game.ply === before.ply && game.mine), before);
  assert.deepEqual(await labels(page), shown);
  await page.goto('/');
  await page.getByRole('link', { name: 'Go on with your running game' }).click();
  await untilGame(page, 'the game again', (game) => game.ply === before.ply);
  await playSome(page, 1);
  await page.context().close();
});

test('the service is restarted in mid-game, and the game goes on', async () => {
  const page = await tests.open();
  await begin(page);
  await playSome(page, 2);
  const { port } = new URL(tests.service.url);
  await tests.service.kill();
  await page.getByText('No connection; trying again').waitFor();
  await legalCells(page).first().click();
  await page.locator('.square.pending').waitFor();
  tests.service = await startService({ database: tests.database, env: { REVERSID_LISTEN: `127.0.0.1:${port}` } });
  await untilGame(page, 'the move that waited is played', (game) => game.ply >= 6 && game.mine);
  await page.getByText('No connection; trying again').waitFor({ state: 'hidden' });
  await playSome(page, 1);
  await page.context().close();
});

test('offline and back: what happened meanwhile is shown', async () => {
  const page = await tests.open();
  await begin(page, 'two on this device');
  const id = idOf(page);
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('reversid.session')).access_token);
  await page.context().setOffline(true);
  await page.getByText('No connection; trying again').waitFor();
  await tests.api.as(token).put(`/v1/games/${id}/moves/1`, { square: 'f5' }, { expect: 201 });
  await page.context().setOffline(false);
  await untilGame(page, 'the move is shown', (game) => game.ply === 1);
  await page.context().close();
});

test('two tabs show the same, whichever one plays', async () => {
  const page = await tests.open();
  await begin(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await untilGame(other, 'the game', (game) => game.mine);
  const { ply } = await playSome(other, 2);
  await untilGame(page, 'the same', (game) => game.ply === ply);
  const after = await playSome(page, 1);
  await untilGame(other, 'the same', (game) => game.ply === after.ply);
  await page.context().close();
});

test('somebody else with the link watches and cannot play', async () => {
  const page = await tests.open();
  await begin(page);
  const watcher = await tests.open({ path: page.url() });
  await watcher.getByText('You are watching.').waitFor();
  const { ply } = await playSome(page, 2);
  assert.equal((await untilGame(watcher, 'the moves', (game) => game.ply === ply)).mine, false);
  assert.equal(await watcher.getByRole('button', { name: 'Resign' }).count(), 0);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await watcher.getByText('White has won. By resignation.').waitFor();
  await page.getByText('You have lost. By resignation.').waitFor();
  await Promise.all([page, watcher].map((each) => each.context().close()));
});

test('the time is over: the game is lost', async () => {
  const page = await tests.open();
  await begin(page, '30 seconds');
  await page.locator('.seat.turn .clock').getByText(/^0:(30|2\d)$/).waitFor();
  await letPass(tests.database, { id: idOf(page) }, 30_000);
  await page.getByText('You have lost. The time was over.').waitFor();
  await page.context().close();
});

test('the time is over: the service plays', async () => {
  const page = await tests.open();
  await begin(page, '30 seconds', 'the service plays a move');
  await letPass(tests.database, { id: idOf(page) }, 30_000);
  await untilGame(page, 'both have moved', (game) => game.ply === 2 && game.mine);
  assert.match(await page.locator('[role="log"]').textContent(), /Time is over: the service plays \S+ for Black/u);
  await page.context().close();
});

test('two on one device, from the original opening, to the end', async () => {
  const page = await tests.open();
  await begin(page, 'two on this device', 'original: the centre is filled first');
  assert.deepEqual(
    (await labels(page)).filter((label) => label.endsWith(', legal')),
    ['d4, legal', 'e4, legal', 'd5, legal', 'e5, legal'],
  );
  const { status } = await playToTheEnd(page);
  assert.equal(status, 'finished');
  await page.context().close();
});

test('a pass is announced and the game goes on; undo goes back across it', async () => {
  const page = await tests.open();
  const token = (await tests.api.guest()).token;
  const session = { access_token: token };
  await page.evaluate((value) => localStorage.setItem('reversid.session', JSON.stringify(value)), session);
  const body = { opponent: { type: 'ai', level: 'easy' }, color: 'black', opening: 'position', position: passing };
  const { json } = await tests.api.as(token).post('/v1/games', body, { expect: 201 });
  await page.goto(`/#/games/${json.id}`);
  const before = await untilGame(page, 'my turn', (game) => game.mine);
  const shown = await labels(page);
  await page.locator(`[data-square="${passingMove}"]`).click();
  await page.locator('.note').getByText('White has no legal move and passes.').waitFor();
  const after = await untilGame(page, 'my turn again', (game) => game.ply === before.ply + 1 && game.mine);
  assert.equal(after.turn, 'black');
  assert.match(await page.locator('[role="log"]').textContent(), /White has no legal move and passes\./u);
  await page.getByRole('button', { name: 'Undo' }).click();
  const undone = await untilGame(page, 'it is taken back', (game) => game.branch === 1);
  assert.equal(undone.ply, before.ply);
  assert.deepEqual(await labels(page), shown);
  await page.context().close();
});

test('names with markup, emoji and marks of direction are text', async () => {
  const page = await tests.open();
  await begin(page, 'two on this device');
  const name = '<img src=x onerror=alert(1)>\u202e🙂';
  await tests.database.sql(`UPDATE games SET black_name = '${name}' WHERE id = '${idOf(page)}'`);
  await page.reload();
  await untilGame(page, 'the game again', () => true);
  const bottom = page.locator('.seat').last();
  assert.equal(await bottom.locator('bdi').textContent(), name);
  assert.equal(await bottom.locator('img').count(), 0);
  const count = await bottom.locator('.count').boundingBox();
  const shown = await bottom.locator('.name').boundingBox();
  assert.ok(count.x > shown.x, 'what follows the name is not turned round');
  await page.context().close();
});

test('where the computer waits for a rated game the page says so, and goes on when it does', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const game = await newAgainst(ann, 'easy', { color: 'white' });
  await waitFor(ann, game, ({ ply }) => ply === 1);
  const rated = await newRated(ann, ben);
  const moves = 'd3c5b6d2c4c3c2f3f4g3d1b2a2e1e3b5';
  await bring(tests.database, { id: rated.id, you: ['black', 'white'] }, moves);
  await bring(tests.database, game, moves, `now() + interval '1 hour'`);
  const page = await tests.open({ path: '/#/rules' });
  await become(page, ann);
  await page.goto(`/#/games/${game.id}`);
  const status = (text) => page.locator('.status', { hasText: text }).waitFor();
  await status('The computer is thinking.');
  await tests.database.sql(`UPDATE games SET ai_lease_until = now() WHERE id = '${game.id}'`);
  await status('The computer waits: its move would help in a rated game that is being played.');
  await page.locator('.heard p', { hasText: 'The computer waits' }).waitFor({ state: 'attached' });
  await resign(ben, rated);
  await untilGame(page, 'the computer has moved', ({ ply, mine }) => ply > 16 && mine);
  await page.context().close();
});
