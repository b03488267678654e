// A newcomer against the computer.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { become, legalCells, pageForTests, playToTheEnd, untilGame } from '../support/browser.mjs';
import { newAgainst, until } from '../support/play.mjs';
import { almostWon, resign } from '../support/rated.mjs';

const tests = pageForTests({ google: true });

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

/** A page on which a client's game is shown. */
async function show(client, game, options) {
  const page = await tests.open({ path: '/#/rules', ...options });
  await become(page, client);
  await page.goto(`/#/games/${game.id}`);
  await untilGame(page, 'the game', () => true);
  return page;
}

const note = (page) => page.locator('.note').textContent();
const noChips = 'Winning earns no chips';

test('who has an account is told when winning will earn no chips, and again when it has not', async () => {
  const client = await tests.signIn();
  const { game, square } = await almostWon(client, tests.database, await newAgainst(client, 'hard', { seed: undefined }));
  const page = await show(client, game);
  assert.ok(!(await note(page)).includes(noChips));
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.note', { hasText: `${noChips}: there was a hint.` }).waitFor();
  await page.locator(`.cells button[aria-label^="${square}"]`).click();
  await untilGame(page, 'it is won', ({ status }) => status === 'finished');
  assert.match(await note(page), /Winning earns no chips: there was a hint\./);
  await page.context().close();
});

test('nothing is said of chips to guests, to those who watch, and of what is lost', async () => {
  const [client, guest] = [await tests.signIn(), await tests.api.guest()];
  const [own, lost] = [await newAgainst(guest, 'easy', { seed: 7 }), await newAgainst(client, 'easy', { seed: 7 })];
  const watched = await show(client, own);
  assert.equal(await note(watched), 'You are watching.');
  const played = await show(guest, own);
  assert.equal(await note(played), '');
  const page = await show(client, lost);
  assert.match(await note(page), /^Winning earns no chips: its seed was chosen\.$/);
  await resign(client, lost);
  await untilGame(page, 'it is lost', ({ status }) => status === 'finished');
  assert.equal(await note(page), '');
  await Promise.all([watched, played, page].map((each) => each.context().close()));
});

const startPosition = `${'-'.repeat(27)}OX------XO${'-'.repeat(27)} X`;

/** Games against the computer that earn nothing, each by its reason. */
async function unrewarded(client) {
  const begin = (more) => newAgainst(client, 'easy', { seed: undefined, ...more });
  const [undone, hinted, early] = [await begin(), await begin(), await begin({ wins_needed: 3 })];
  await client.put(`/v1/games/${undone.id}/moves/1`, { square: 'f5' }, { query: { wait: 25 }, expect: 201 });
  await client.put(`/v1/games/${undone.id}/branches/1`, undefined, { expect: 201 });
  for (const { id } of [hinted, early]) await client.post(`/v1/games/${id}/hint`, { nodes: 100 }, { expect: 200 });
  const { match } = await resign(client, early);
  return {
    position: await begin({ opening: 'position', position: startPosition }),
    seed: await begin({ seed: 7 }),
    undo: undone,
    hint: hinted,
    'earlier-game': { id: match.next_game_id },
  };
}

test('each reason why winning earns no chips has its sentence, in all languages', async () => {
  const client = await tests.signIn();
  const games = await unrewarded(client);
  for (const locale of ['en', 'de', 'el', 'ar', 'th']) {
    const texts = JSON.parse(readFileSync(new URL(`../../web/page/${locale}.json`, import.meta.url), 'utf8'));
    for (const [reason, game] of Object.entries(games)) {
      const page = await show(client, game, { locale });
      assert.ok((await note(page)).includes(texts[`unrewarded.${reason.replace('-', '_')}`]), `${locale} ${reason}`);
      await page.context().close();
    }
  }
});
