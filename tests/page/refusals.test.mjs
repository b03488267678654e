// What cannot be, and why: the page says the reason that the service gives.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { become, pageForTests, untilGame } from '../support/browser.mjs';
import { accept, block, challenge, decline, expire, seek, withdraw } from '../support/opponents.mjs';
import { newAgainst } from '../support/play.mjs';
import { account, accounts, clock, newRated } from '../support/rated.mjs';

const tests = pageForTests({ google: true });

/** A page whose viewer is the player of an API client. */
async function openAs(client, address) {
  const page = await tests.open({ path: '/#/rules' });
  await become(page, client);
  await page.goto(`/${address}`);
  return page;
}

/** Two matches for chips, after which a third one to five wins is too much. */
async function spend(client) {
  const other = await account(tests);
  for (let i = 0; i < 2; i += 1) await accept(other, await challenge(client, { staked: true, wins_needed: 5, to: other.player.id }), { expect: 201 });
}

/** How a seek ends, and what the page that waits for it says then. */
const seekEnds = {
  'nobody came': ['Nobody came. Try again later', (client, made) => expire(tests.database, 'seeks', made)],
  'its player withdrew it elsewhere': ['You have stopped looking.', (client, made) => withdraw(client, made, { expect: 204 })],
  'another of the same player’s was paired': [
    'Another search of yours has found somebody',
    async (client, { clock: own }) => {
      const terms = { clock: { kind: 'per_move', seconds: own.seconds + 100 }, opening: 'xot' };
      await seek(client, terms);
      await seek(await tests.api.guest(), terms);
    },
  ],
  'its player has too few chips by now': ['you have not enough chips', spend],
};

for (const [index, [name, [sentence, end]]] of Object.entries(seekEnds).entries()) {
  test(`a seek that ended says why: ${name}`, async () => {
    const client = await account(tests);
    const made = await seek(client, { clock: { kind: 'per_move', seconds: 200 + index }, staked: true, wins_needed: 5 });
    const page = await openAs(client, `#/seek/${made.id}`);
    await page.getByText('Waiting for somebody').waitFor();
    await end(client, made);
    await page.getByText(sentence).waitFor();
    await page.reload();
    await page.getByText(sentence).waitFor();
    await page.context().close();
  });
}

test('a seek that never was is told of as one that is over', async () => {
  const page = await tests.open({ path: '/#/seek/01929b54-8f3a-7c21-9d60-5be2f0a4c713' });
  await page.getByText('This search is over.').waitFor();
  await page.context().close();
});

test('whoever challenged is told that it was declined, and why', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const made = await challenge(ann, { to: ben.player.id });
  const page = await openAs(ann, `#/invitation/${made.id}`);
  await page.getByText('Waiting for an answer').waitFor();
  await decline(ben, made, 'opening', { expect: 200 });
  await page.getByText('It was declined. Another opening, please.').waitFor();
  const late = await challenge(ann, { to: ben.player.id });
  await expire(tests.database, 'challenges', late);
  await page.goto(`/#/invitation/${late.id}`);
  await page.getByText('Nobody accepted it in time.').waitFor();
  await page.context().close();
});

test('an open invitation to a rated game says what may keep it from being rated, and to whoever looks only how it is', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const made = await challenge(ann, { rated: true, clock });
  const page = await openAs(ann, `#/invitation/${made.id}`);
  const rated = (each) => each.locator('.terms dt', { hasText: 'Rated' }).locator('+ dd');
  await rated(page).getByText('yes, unless a guest accepts').waitFor();
  const other = await openAs(ben, `#/join/${made.code}`);
  await rated(other).getByText('Yes', { exact: true }).waitFor();
  await Promise.all([page, other].map((each) => each.context().close()));
});

test('no help with a rated game: the refused hint says so', async () => {
  const [ann, ben] = await accounts(tests, 2);
  await newRated(ann, ben);
  const game = await newAgainst(ann, 'easy');
  const page = await openAs(ann, `#/games/${game.id}`);
  await untilGame(page, 'a game', (each) => each.mine);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.note').getByText('The computer does not help with a position of a rated game that you are playing.').waitFor();
  await page.context().close();
});

test('whoever has as many open seeks as may be is told at once, and nothing is tried again', async () => {
  const client = await tests.api.guest();
  const { json } = await tests.api.get('/v1/limits', { expect: 200 });
  const most = JSON.stringify(json).match(/"seeks_open_max":(\d+)/)[1];
  for (let i = 0; i < most; i += 1) await seek(client, { clock: { kind: 'per_move', seconds: 100 + i } });
  const page = await openAs(client, '');
  await page.getByLabel('anybody', { exact: true }).check();
  await page.locator('.setup button.primary').click();
  await page.locator('.setup [role="alert"]').getByText('You are looking for as many games as you may').waitFor();
  assert.equal(await page.locator('.setup button.primary').isDisabled(), false);
  await page.context().close();
});

test('whoever cannot accept an invitation is told why', async () => {
  const [ann, ben] = [await tests.signIn(), await account(tests)];
  const dear = await challenge(ann, { staked: true, wins_needed: 5, clock });
  const guest = await tests.open({ path: `/#/join/${dear.code}` });
  await guest.getByRole('button', { name: 'Accept and play' }).click();
  await guest.getByText('Guests cannot do that: sign in first.').waitFor();
  await spend(ben);
  const page = await openAs(ben, `#/join/${dear.code}`);
  await page.getByRole('button', { name: 'Accept and play' }).click();
  await page.getByText('There are not enough chips for the stake and the penalty.').waitFor();
  const plain = await challenge(ann);
  await page.goto(`/#/join/${plain.code}`);
  await page.getByRole('button', { name: 'Accept and play' }).waitFor();
  await block(ann, ben, { expect: 200 });
  await page.getByRole('button', { name: 'Accept and play' }).click();
  await page.getByText('One of you two has blocked the other.').waitFor();
  await Promise.all([guest, page].map((each) => each.context().close()));
});
