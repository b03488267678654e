// The pictures of docs/page: taken anew where REVERSID_SCREENSHOTS names a folder for them, as docs/page.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { become, legalCells, pageForTests, untilGame } from '../support/browser.mjs';
import { loadPlayers } from '../support/ladder.mjs';
import { block } from '../support/opponents.mjs';
import { newAgainst } from '../support/play.mjs';
import { newRated, playPlies, resign } from '../support/rated.mjs';

const tests = pageForTests({ google: true, ready: ({ database }) => loadPlayers(database, 200) });
const folder = process.env.REVERSID_SCREENSHOTS;
const viewport = { width: 760, height: 600 };

/** A PNG's width and height. */
const sizeOf = (png) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

async function begin(page) {
  await page.locator('.setup button.primary').click();
  await untilGame(page, 'a game', (game) => game.mine);
}

/** Plays some moves, so that there is something to see, and points at the next one. */
async function playOn(page, count) {
  await begin(page);
  for (let i = 0; i < count; i += 1) {
    const now = await untilGame(page, 'my turn', (game) => game.mine);
    await legalCells(page).nth(1).click();
    await untilGame(page, 'the move is played', (game) => game.ply > now.ply);
  }
  await untilGame(page, 'my turn', (game) => game.mine);
  await legalCells(page).first().hover();
}

/** A game of the API's guest that was resigned after some moves. */
async function finished() {
  let game = await newAgainst(tests.alice, 'hard', { query: { wait: 25 }, seed: 1 });
  for (let i = 0; i < 8; i += 1) {
    const { square } = game.legal_moves.at(-1);
    const path = `/v1/games/${game.id}/moves/${game.next_ply}`;
    game = (await tests.alice.put(path, { square }, { query: { wait: 25 }, expect: 201 })).json;
  }
  await tests.alice.put(`/v1/games/${game.id}/resignation`, undefined, { expect: 200 });
  return game.id;
}

/** Makes the page's viewer a player with some rated games. */
async function becomeRated(page) {
  const [me, other] = await Promise.all([tests.signIn(), tests.signIn()]);
  for (const loser of [other, other, me, other, me, other, other]) {
    const winner = loser === me ? other : me;
    let game = await newRated(loser, winner);
    game = await playPlies(game, loser, winner, 4);
    await resign(loser, game);
  }
  await become(page, me);
}

const pictures = {
  home: { show: async () => {} },
  game: { show: (page) => playOn(page, 4) },
  arabic: { locale: 'ar', show: (page) => playOn(page, 3) },
  phone: { viewport: { width: 320, height: 600 }, show: (page) => playOn(page, 2) },
  dark: { colorScheme: 'dark', show: (page) => playOn(page, 5) },
  invitation: {
    show: async (page) => {
      await page.getByLabel('a friend', { exact: true }).check();
      await page.locator('.setup button.primary').click();
      await page.locator('.qr').waitFor();
    },
  },
  rules: {
    show: async (page) => {
      await page.goto('/#/rules');
      await page.locator('.rule img').first().evaluate((image) => image.decode());
      await page.locator('.rule img').nth(1).evaluate((image) => image.decode());
    },
  },
  games: {
    show: async (page) => {
      await playOn(page, 1);
      await page.goto('/#/mine');
      await page.locator('.list').first().waitFor();
    },
  },
  join: {
    show: async (page) => {
      const { json } = await tests.alice.post('/v1/challenges', { wins_needed: 3 }, { expect: 201 });
      await page.goto(`/#/join/${json.code}`);
      await page.locator('.terms').waitFor();
    },
  },
  ladder: {
    show: async (page) => {
      await page.goto('/#/ladder');
      await page.locator('tbody tr').first().waitFor();
    },
  },
  me: {
    show: async (page) => {
      await becomeRated(page);
      await page.goto('/#/me');
      await page.locator('.plot').waitFor();
    },
  },
  account: {
    viewport: { width: 760, height: 900 },
    show: async (page) => {
      const [me, other] = [await tests.signIn(), await tests.api.guest()];
      await block(me, other, { expect: 200 });
      await me.post('/v1/tokens', { name: 'My bot', scopes: ['read', 'play'] }, { expect: 201 });
      await become(page, me);
      await page.goto('/#/me');
      await page.getByRole('heading', { name: 'Settings' }).evaluate((element) => element.parentElement.scrollIntoView());
    },
  },
  wood: {
    show: async (page) => {
      await page.evaluate(() => localStorage.setItem('reversid.settings', '{"view":{"theme":"wood"}}'));
      await playOn(page, 4);
    },
  },
  review: {
    show: async (page) => {
      await page.goto(`/#/review/${await finished()}`);
      await page.getByText('Values are discs').waitFor({ timeout: 60_000 });
    },
  },
};

for (const [name, { show, ...options }] of Object.entries(pictures)) {
  test(`${name}.png`, async () => {
    const page = await tests.open({ viewport, ...options });
    await show(page);
    const png = await page.screenshot({ scale: 'css' });
    await page.context().close();
    if (folder) writeFileSync(join(folder, `${name}.png`), png);
    const kept = readFileSync(new URL(`../../docs/page/${name}.png`, import.meta.url));
    assert.deepEqual(sizeOf(png), sizeOf(kept));
  });
}
