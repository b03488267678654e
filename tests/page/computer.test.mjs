// A newcomer against the computer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageForTests, playToTheEnd, untilGame } from '../support/browser.mjs';

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
