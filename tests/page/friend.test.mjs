// Two people, each with a browser of their own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import jsqr from 'jsqr';
import { legalCells, pageForTests, untilGame } from '../support/browser.mjs';

const tests = pageForTests();

/** Plays for whoever has the turn, until the game is over on both pages. */
async function playOut(pages) {
  for (;;) {
    const states = await Promise.all(pages.map((page) => untilGame(page, 'a game', () => true)));
    if (states.every(({ status }) => status !== 'live')) return states;
    const ply = Math.max(...states.map((each) => each.ply));
    const mover = states.findIndex((each) => each.mine && each.ply === ply);
    if (mover < 0) continue;
    await legalCells(pages[mover]).first().click();
    await untilGame(pages[mover], 'the move is played', (game) => game.ply > ply || game.status !== 'live');
  }
}

async function invite(page) {
  await page.getByLabel('a friend', { exact: true }).check();
  await page.locator('.setup summary').click();
  await page.getByRole('group', { name: 'Clock for each move' }).getByLabel('none').check();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  return page.getByLabel('Link to the invitation').inputValue();
}

test('a friend comes by the link, and both play to the end and once more', async () => {
  const ann = await tests.open();
  const link = await invite(ann);
  const ben = await tests.open({ path: link });
  assert.equal(await ann.getByRole('heading', { name: 'Play a friend' }).count(), 1, 'looking accepts nothing');
  await ben.getByRole('button', { name: 'Accept and play' }).click();
  await Promise.all([ann, ben].map((page) => untilGame(page, 'the game begins', (game) => game.status === 'live')));
  const [first, second] = await playOut([ann, ben]);
  assert.equal(first.status, 'finished');
  assert.equal(second.ply, first.ply);
  const address = ann.url();
  await ann.getByRole('button', { name: 'Play again' }).click();
  await ann.getByText('Waiting for the other side').waitFor();
  await ben.getByText('The other side wants to play again.').waitFor();
  await ben.getByRole('button', { name: 'Play again' }).click();
  await ann.waitForURL((url) => url.href !== address);
  await untilGame(ann, 'the rematch begins', (game) => game.status === 'live');
  await Promise.all([ann.context().close(), ben.context().close()]);
});

test('the QR code of an invitation is its link', async () => {
  const ann = await tests.open();
  const link = await invite(ann);
  const code = ann.getByRole('img', { name: 'QR code of the link' });
  const pixels = await code.evaluate(async (svg) => {
    const image = new Image(400, 400);
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
    await image.decode();
    const canvas = new OffscreenCanvas(400, 400).getContext('2d');
    canvas.drawImage(image, 0, 0, 400, 400);
    return [...canvas.getImageData(0, 0, 400, 400).data];
  });
  assert.equal(jsqr(new Uint8ClampedArray(pixels), 400, 400).data, link);
  await ann.context().close();
});

test('an invitation that was cancelled is over for the friend', async () => {
  const ann = await tests.open();
  const link = await invite(ann);
  await ann.getByRole('button', { name: 'Cancel the invitation' }).click();
  await ann.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const ben = await tests.open({ path: link });
  await ben.getByText('This invitation is over').waitFor();
  await Promise.all([ann.context().close(), ben.context().close()]);
});

test('an invitation that was accepted before it could be cancelled leads to its game', async () => {
  const ann = await tests.open();
  const link = await invite(ann);
  await ann.getByText('Waiting for your friend').waitFor();
  // What it waits for never comes.
  await ann.route('**/v1/challenges/*?wait=*', (route) => (route.request().headers()['if-none-match'] ? undefined : route.continue()));
  await ann.reload();
  await ann.getByRole('button', { name: 'Cancel the invitation' }).waitFor();
  const code = link.split('/').at(-1);
  const { json } = await tests.alice.get(`/v1/challenges/${code}`, { expect: 200 });
  await tests.alice.put(`/v1/challenges/${json.id}/acceptance`, undefined, { expect: 201 });
  await ann.getByRole('button', { name: 'Cancel the invitation' }).click();
  await untilGame(ann, 'the game', (game) => game.status === 'live');
  await ann.context().close();
});

test('two who seek the same are paired', async () => {
  const pages = await Promise.all([tests.open(), tests.open()]);
  for (const page of pages) {
    await page.getByLabel('anybody', { exact: true }).check();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
  }
  const [one, other] = await Promise.all(pages.map((page) => untilGame(page, 'they are paired', (game) => game.status === 'live')));
  assert.notEqual(one.mine, other.mine);
  await Promise.all(pages.map((page) => page.context().close()));
});

/** A game between two people that has begun; black's page first. */
async function meet() {
  const ann = await tests.open();
  const ben = await tests.open({ path: await invite(ann) });
  await ben.getByRole('button', { name: 'Accept and play' }).click();
  const [first] = await Promise.all([ann, ben].map((page) => untilGame(page, 'the game begins', (game) => game.status === 'live')));
  return first.mine ? [ann, ben] : [ben, ann];
}

test('a draw is offered, declined, offered again after a move, and accepted', async () => {
  const [black, white] = await meet();
  await black.getByRole('button', { name: 'Offer a draw' }).click();
  await white.locator('.note').getByText('Black offers a draw.').waitFor();
  await white.getByRole('button', { name: 'Decline' }).click();
  await black.locator('.note').getByText('Black offers a draw.').waitFor({ state: 'detached' });
  await legalCells(black).first().click();
  await untilGame(white, 'my turn', (game) => game.mine);
  await white.getByRole('button', { name: 'Offer a draw' }).click();
  await black.getByRole('button', { name: 'Accept the draw' }).click();
  for (const page of [black, white]) await page.locator('.status').getByText('A draw. By agreement.').waitFor();
  await Promise.all([black, white].map((page) => page.context().close()));
});

test('a game that has hardly begun is aborted without a result', async () => {
  const [black, white] = await meet();
  await white.getByRole('button', { name: 'Abort' }).click();
  for (const page of [black, white]) await page.locator('.status').getByText('The game was aborted.').waitFor();
  await Promise.all([black, white].map((page) => page.context().close()));
});
