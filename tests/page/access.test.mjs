// For everybody: axe finds nothing on any page in any language, and the page reads the right way round.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { legalCells, pageForTests, untilGame, violations } from '../support/browser.mjs';
import { newAgainst } from '../support/play.mjs';

const tests = pageForTests();
const locales = ['en', 'de', 'el', 'ar', 'th'];

let finished;

/** A finished game that anybody may look at. */
async function finishedGame() {
  finished ??= (async () => {
    const game = await newAgainst(tests.alice, 'easy');
    await tests.alice.put(`/v1/games/${game.id}/moves/1`, { square: 'f5' }, { query: { wait: 25 }, expect: 201 });
    await tests.alice.put(`/v1/games/${game.id}/resignation`, undefined, { expect: 200 });
    return game.id;
  })();
  return finished;
}

/** Every other page: its address, and what is there once it is shown. */
async function places() {
  const { json: invitation } = await tests.alice.post('/v1/challenges', { clock: { kind: 'correspondence', days: 3 } }, { expect: 201 });
  const { json: seek } = await tests.alice.post('/v1/seeks', { wins_needed: 5 }, { expect: [200, 201] });
  return [
    ['#/rules', '.rule'],
    ['#/mine', '.list'],
    ['#/me', '.card'],
    [`#/review/${await finishedGame()}`, '.moves button'],
    [`#/games/${await finishedGame()}`, '.game[data-status="finished"]'],
    [`#/join/${invitation.code}`, '.terms'],
    [`#/invitation/${invitation.id}`, '.qr'],
    [`#/seek/${seek.id}`, '.terms'],
    ['#/ladder', 'h2'],
    [`#/players/${tests.alice.player.id}`, 'button'],
  ];
}

for (const locale of locales) {
  test(`axe finds nothing: ${locale}`, async () => {
    const page = await tests.open({ locale });
    assert.equal(await page.locator('html').getAttribute('lang'), locale);
    assert.equal(await page.locator('html').getAttribute('dir'), locale === 'ar' ? 'rtl' : 'ltr');
    await page.locator('.setup summary').click();
    assert.deepEqual(await violations(page), [], 'set-up');
    await page.locator('.setup button.primary').click();
    await untilGame(page, 'a game', (game) => game.mine);
    await legalCells(page).first().focus();
    assert.deepEqual(await violations(page), [], 'game');
    for (const [address, ready] of await places()) {
      await page.goto(`/${address}`);
      await page.locator(ready).first().waitFor();
      assert.deepEqual(await violations(page), [], address);
    }
    await page.context().close();
  });
}

test('in the dark as well', async () => {
  const page = await tests.open({ colorScheme: 'dark' });
  assert.deepEqual(await violations(page), []);
  await page.locator('.setup button.primary').click();
  await untilGame(page, 'a game', (game) => game.mine);
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

test('Arabic reads from the right, the board does not', async () => {
  const page = await tests.open({ locale: 'ar' });
  const title = await page.locator('.top .title').boundingBox();
  const menu = await page.locator('.top select').boundingBox();
  assert.ok(title.x > menu.x);
  await page.locator('.setup button.primary').click();
  await untilGame(page, 'a game', (game) => game.mine);
  const [a1, h1] = await Promise.all(['a1', 'h1'].map((square) => page.locator(`[data-square="${square}"]`).boundingBox()));
  assert.ok(a1.x < h1.x);
  assert.match(await page.locator('.seat .count').first().textContent(), /^[٠-٩]$/u);
  await page.context().close();
});

test('the language is chosen, used at once, and remembered', async () => {
  const page = await tests.open({ locale: 'fr' });
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  await page.locator('header select').selectOption('el');
  await page.getByRole('button', { name: 'Παίξε', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Παίξε', exact: true }).waitFor();
  await page.context().close();
});

test('on a phone of 320 pixels nothing is cut off', async () => {
  const page = await tests.open({ viewport: { width: 320, height: 568 } });
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  assert.ok(await fits());
  await page.locator('.setup button.primary').click();
  await untilGame(page, 'a game', (game) => game.mine);
  assert.ok(await fits());
  const square = await page.locator('[data-square="a1"]').boundingBox();
  assert.ok(square.width >= 24, 'a finger finds a square');
  await page.goto('/#/rules');
  await page.locator('.rule').first().waitFor();
  assert.ok(await fits());
  await page.goto(`/#/review/${await finishedGame()}`);
  await page.locator('.moves button').first().waitFor();
  assert.ok(await fits());
  await page.context().close();
});

for (const locale of locales) {
  test(`no column of a review is cut off: ${locale}`, async () => {
    const page = await tests.open({ locale, path: `/#/review/${await finishedGame()}` });
    const table = page.locator('.moves');
    const best = table.locator('tbody td:last-child').getByText(/^[a-h][1-8]$/);
    for (const width of [1200, 760, 704, 320]) {
      await page.setViewportSize({ width, height: 600 });
      await best.first().waitFor();
      const [content, room] = await table.evaluate((element) => [element.scrollWidth, element.clientWidth]);
      assert.ok(content <= room, `${content} pixels in ${room}, on a page of ${width}`);
    }
    await page.context().close();
  });
}

test('whoever presses a button by key stays where it was, also when the game moves on', async () => {
  const page = await tests.open();
  await page.locator('.setup button.primary').click();
  await untilGame(page, 'a game', (game) => game.mine);
  await legalCells(page).first().press('Enter');
  await untilGame(page, 'the move and its answer', (game) => game.ply >= 2 && game.mine);
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /, (black|white)$/);
  await page.getByRole('button', { name: 'Hint' }).press('Enter');
  await page.locator('.note').getByText('Hint:').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Hint');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await untilGame(page, 'it is taken back', (game) => game.branch === 1);
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^[a-h][1-8], /, 'nothing more to take back');
  await page.context().close();
});

test('a whole game with the keyboard alone, each square telling what it is', async () => {
  const page = await tests.open();
  const keys = async (...names) => {
    for (const name of names) await page.keyboard.press(name);
  };
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent);
  const onButton = () => page.evaluate(() => document.activeElement.matches('.setup button.primary'));
  for (let i = 0; !(await onButton()); i += 1) {
    assert.ok(i < 30, 'the tabulator key comes to the button');
    await keys('Tab');
  }
  await keys('Enter');
  await untilGame(page, 'a game', (game) => game.mine);
  for (let i = 0; !/^[a-h][1-8], /.test(await focused()); i += 1) {
    assert.ok(i < 30, 'the tabulator key comes to the board');
    await keys('Tab');
  }
  await keys('Home', 'PageUp');
  assert.equal(await focused(), 'a1, empty');
  await keys('ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  assert.equal(await focused(), 'd3, legal, flips 1');
  assert.equal(await page.locator('.would-flip').count(), 1);
  for (;;) {
    const now = await untilGame(page, 'a turn or the end', (game) => game.mine || game.status !== 'live');
    if (now.status !== 'live') break;
    const target = await legalCells(page).first().getAttribute('data-square');
    await keys('Home', 'PageUp', ...new Array('abcdefgh'.indexOf(target[0])).fill('ArrowRight'), ...new Array(target[1] - 1).fill('ArrowDown'), 'Enter');
    await untilGame(page, 'the move is played', (game) => game.ply > now.ply || game.status !== 'live');
  }
  const heard = await page.locator('[role="log"]').textContent();
  assert.match(heard, /(You have (won|lost)|A draw)\./);
  assert.match(heard, /(Black|White) plays \S+ and flips \S+ discs?\./u);
  await page.context().close();
});
