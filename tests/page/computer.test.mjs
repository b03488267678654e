// A newcomer against the computer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { legalCells, pageForTests, playToTheEnd, untilGame } from '../support/browser.mjs';
import { until } from '../support/play.mjs';

const tests = pageForTests();

test('one click begins a game, and it is played to its result', async () => {
  const page = await tests.open();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await untilGame(page, 'the game begins', (game) => game.status === 'live');
  const { status } = await playToTheEnd(page);
  assert.equal(status, 'finished');
  assert.match(await page.locator('.status').textContent(), /^(You have (won|lost)|A draw)\. Neither side can move\. Black \d+, white \d+\.$/u);
  await page.context().close();
});

/** The names of the animations that run after the first move, once they are as many as wanted. */
async function animations(reducedMotion, count) {
  const page = await tests.open({ reducedMotion });
  await page.locator('.setup button.primary').click();
  await untilGame(page, 'a game', (game) => game.mine);
  await page.evaluate(() => {
    globalThis.seen = [];
    document.addEventListener('animationstart', ({ animationName }) => globalThis.seen.push(animationName));
  });
  await legalCells(page).first().click();
  await untilGame(page, 'the answer', (game) => game.ply === 2 && game.mine);
  const seen = await until('the animations have begun', async () => {
    const names = new Set(await page.evaluate(() => globalThis.seen));
    return names.size >= count && [...names].sort();
  });
  await page.context().close();
  return seen;
}

test('discs are seen to be placed and to turn, unless the system asks for less motion', async () => {
  assert.deepEqual(await animations('no-preference', 4), ['from-black', 'from-white', 'place', 'turn']);
  assert.deepEqual(await animations('reduce', 0), []);
});
