// A client that knows no rule plays whole games, using only what answers contain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, newAgainst, newLocal, play, replayOf, waitFor } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();

/** Plays on while the answers say that it is our turn; `choose` picks among the legal moves. */
async function playToTheEnd(game, choose) {
  let now = game;
  while (now.status === 'live') {
    if (now.you.includes(now.turn)) now = await play(tests.alice, now, choose(now).square, 25);
    else now = await waitFor(tests.alice, now, ({ status, turn, you }) => status !== 'live' || you.includes(turn));
    agrees(now, replayOf(now));
  }
  return now;
}

const first = ({ legal_moves: moves }) => moves[0];
const most = ({ legal_moves: moves }) =>
  moves.reduce((best, each) => (each.flips.length > best.flips.length ? each : best));
const varied = (game) => game.legal_moves[(7 * game.ply) % game.legal_moves.length];

/** A game that began here was played to its end, by the rules, and by whom it says. */
function isComplete(game, { level, color }) {
  assert.equal(game.status, 'finished');
  assert.equal(game.result.reason, 'discs');
  assert.deepEqual(game.you, [color]);
  const ai = game.players[color === 'black' ? 'white' : 'black'];
  assert.deepEqual(ai, { kind: 'ai', level });
}

for (const opening of ['standard', 'original', 'xot', 'position']) {
  for (const color of ['black', 'white']) {
    test(`easy, ${opening}, as ${color}`, async () => {
      const position =
        opening === 'position'
          ? { position: 'XXXXXXXX--XOOX----XOXO----OXXO----XXOX----OOO------------------- O' }
          : {};
      const game = await newAgainst(tests.alice, 'easy', { opening, color, ...position, query: { wait: 25 } });
      isComplete(await playToTheEnd(game, varied), { level: 'easy', color });
    });
  }
}

for (const choose of [first, most, varied]) {
  test(`medium, choosing the ${choose.name}`, async () => {
    const game = await newAgainst(tests.alice, 'medium');
    isComplete(await playToTheEnd(game, choose), { level: 'medium', color: 'black' });
  });
}

test('hard, as white', async () => {
  const game = await newAgainst(tests.alice, 'hard', { color: 'white', query: { wait: 25 } });
  isComplete(await playToTheEnd(game, most), { level: 'hard', color: 'white' });
});

test('one device, both seats', async () => {
  for (const opening of ['standard', 'original', 'xot']) {
    const game = await playToTheEnd(await newLocal(tests.alice, { opening, seed: 3 }), varied);
    assert.equal(game.status, 'finished');
    const { json } = await tests.alice.get(`/v1/games/${game.id}/moves`, { expect: 200 });
    assert.ok(json.items.every((each) => each.by === 'human'));
  }
});

test('following by events instead of waiting', async () => {
  let game = await newAgainst(tests.alice, 'easy', { color: 'white' });
  const stream = await tests.alice.stream(`/v1/games/${game.id}/events`);
  for await (const event of stream) {
    ({ game } = event);
    if (game.status === 'live' && game.you.includes(game.turn)) await play(tests.alice, game, first(game).square);
  }
  isComplete(game, { level: 'easy', color: 'white' });
});

test('many games at once', async () => {
  const games = await Promise.all(Array.from({ length: 20 }, (_, seed) => newAgainst(tests.alice, 'easy', { seed })));
  const ended = await Promise.all(games.map((game) => playToTheEnd(game, varied)));
  for (const game of ended) isComplete(game, { level: 'easy', color: 'black' });
  assert.ok(new Set(ended.map((each) => each.moves)).size > 10);
});
