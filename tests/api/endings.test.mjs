// Resigning and aborting.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isProblem,
  lasting,
  newAgainst,
  newLocal,
  nowhere,
  play,
  playAll,
  read,
  unchanged,
  waitFor,
} from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();
const wipeOut = 'f5d6c5f6e7f4g5e6e3';

const resign = (client, { id }, body, options) => client.put(`/v1/games/${id}/resignation`, body, options);
const abort = (client, { id }, options) => client.put(`/v1/games/${id}/abort`, undefined, options);

test('whoever resigns loses, and the discs stay as they lie', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), 'f5d6');
  const { json, headers } = await resign(tests.alice, game, { seat: 'white' }, { expect: 200 });
  assert.equal(headers['idempotent-replay'], undefined);
  assert.deepEqual([json.status, json.turn, json.legal_moves.length], ['finished', null, 0]);
  assert.equal(json.result.winner, 'black');
  assert.equal(json.result.reason, 'resignation');
  assert.equal(json.board, game.board);
  assert.equal(json.version, game.version + 1);
});

test('against the AI there is only one seat to name', async () => {
  for (const [color, winner] of [
    ['black', 'white'],
    ['white', 'black'],
  ]) {
    for (const body of [undefined, {}, { seat: color }]) {
      const game = await newAgainst(tests.alice, 'easy', { color, query: { wait: 25 } });
      const { json } = await resign(tests.alice, game, body, { expect: 200 });
      assert.equal(json.result.winner, winner);
    }
  }
});

test('resigning while the AI thinks stops it', async () => {
  const thinking = await play(tests.alice, await newAgainst(tests.alice, 'hard'), 'f5');
  const { json } = await resign(tests.alice, thinking, undefined, { expect: 200 });
  assert.equal(json.moves, 'f5');
  const other = await play(tests.alice, await newAgainst(tests.alice, 'hard'), 'f5', 25);
  await waitFor(tests.alice, other, ({ turn }) => turn === 'black');
  assert.deepEqual(lasting(await read(tests.alice, thinking)), lasting(json));
});

test('resigning again is the same', async () => {
  const game = await newLocal(tests.alice);
  const first = await resign(tests.alice, game, { seat: 'black' }, { expect: 200 });
  const again = await resign(tests.alice, game, { seat: 'black' }, { expect: 200 });
  assert.equal(again.headers['idempotent-replay'], 'true');
  assert.deepEqual(lasting(again.json), lasting(first.json));
  isProblem(await unchanged(tests.alice, game, () => resign(tests.alice, game, { seat: 'white' })), 409, 'game-over');
});

test('both seats at once: one resigns, the other has won', async () => {
  const game = await newLocal(tests.alice);
  const answers = await Promise.all(['black', 'white'].map((seat) => resign(tests.alice, game, { seat })));
  assert.deepEqual(answers.map((each) => each.status).sort(), [200, 409]);
});

test('refused: to resign without saying for whom, on one device', async () => {
  const game = await newLocal(tests.alice);
  for (const body of [undefined, {}]) {
    isProblem(await unchanged(tests.alice, game, () => resign(tests.alice, game, body)), 400, 'missing-field', {
      pointer: '/seat',
    });
  }
  for (const seat of ['red', 1, ['black']]) {
    isProblem(await unchanged(tests.alice, game, () => resign(tests.alice, game, { seat })), 400, 'invalid-field', {
      pointer: '/seat',
    });
  }
});

test('refused: to resign for somebody else', async () => {
  const bob = await tests.api.guest();
  const game = await newAgainst(tests.alice, 'easy');
  isProblem(await unchanged(tests.alice, game, () => resign(tests.alice, game, { seat: 'white' })), 403, 'not-a-seat');
  for (const body of [undefined, { seat: 'black' }]) {
    isProblem(await unchanged(tests.alice, game, () => resign(bob, game, body)), 403, 'not-a-seat');
  }
  isProblem(await resign(tests.alice, { id: nowhere }), 404, 'game-not-found');
});

test('refused: to resign what is over', async () => {
  const finished = await playAll(tests.alice, await newLocal(tests.alice), wipeOut);
  const aborted = await newLocal(tests.alice);
  await abort(tests.alice, aborted, { expect: 200 });
  for (const game of [finished, aborted]) {
    const answer = await unchanged(tests.alice, game, () => resign(tests.alice, game, { seat: 'black' }));
    isProblem(answer, 409, 'game-over');
  }
});

test('a game is aborted until both sides have placed two discs', async () => {
  for (const moves of ['', 'f5', 'f5d6', 'f5d6c3']) {
    const game = await playAll(tests.alice, await newLocal(tests.alice), moves);
    const { json } = await abort(tests.alice, game, { expect: 200 });
    assert.deepEqual([json.status, json.turn, json.result], ['aborted', null, null]);
  }
  const game = await playAll(tests.alice, await newLocal(tests.alice), 'f5d6c3d3');
  isProblem(await unchanged(tests.alice, game, () => abort(tests.alice, game)), 409, 'too-late-to-abort');
});

test('aborting again is the same', async () => {
  const game = await newLocal(tests.alice);
  const first = await abort(tests.alice, game, { expect: 200 });
  const again = await abort(tests.alice, game, { expect: 200 });
  assert.equal(again.headers['idempotent-replay'], 'true');
  assert.deepEqual(lasting(again.json), lasting(first.json));
});

test('aborting while the AI thinks stops it', async () => {
  const thinking = await play(tests.alice, await newAgainst(tests.alice, 'hard'), 'f5');
  const { json } = await abort(tests.alice, thinking, { expect: 200 });
  const other = await play(tests.alice, await newAgainst(tests.alice, 'hard'), 'f5', 25);
  await waitFor(tests.alice, other, ({ turn }) => turn === 'black');
  assert.deepEqual(lasting(await read(tests.alice, thinking)), lasting(json));
});

test('refused: to abort what is over, others’, or nothing', async () => {
  const bob = await tests.api.guest();
  const resigned = await newLocal(tests.alice);
  await resign(tests.alice, resigned, { seat: 'black' }, { expect: 200 });
  isProblem(await unchanged(tests.alice, resigned, () => abort(tests.alice, resigned)), 409, 'game-over');
  const game = await newLocal(tests.alice);
  isProblem(await unchanged(tests.alice, game, () => abort(bob, game)), 403, 'not-a-seat');
  isProblem(await abort(tests.alice, { id: nowhere }), 404, 'game-not-found');
});
