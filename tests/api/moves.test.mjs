// Playing moves: what counts, what counts once, and every way to be refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  agrees,
  isProblem,
  lasting,
  move,
  newAgainst,
  newLocal,
  nowhere,
  play,
  playAll,
  read,
  replayOf,
  unchanged,
} from '../support/play.mjs';
import { replay, squaresOf } from '../support/rules.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();
const wipeOut = 'f5d6c5f6e7f4g5e6e3';

const put = (client, { id }, ply, body, options) => client.put(`/v1/games/${id}/moves/${ply}`, body, options);

test('a move counts, and the answer is the whole game', async () => {
  const game = await newLocal(tests.alice);
  const answer = await put(tests.alice, game, 1, { square: 'f5' }, { expect: 201 });
  const after = answer.json;
  agrees(after, replay('f5'));
  assert.equal(answer.headers['idempotent-replay'], undefined);
  assert.equal(after.version, game.version + 1);
  assert.deepEqual(after.played, [after.last_move]);
  assert.deepEqual(after.last_move.flips, ['e5']);
  assert.equal(after.last_move.by, 'human');
  assert.deepEqual(lasting(await read(tests.alice, game)), lasting(after));
});

test('a square is taken in either case', async () => {
  assert.equal((await play(tests.alice, await newLocal(tests.alice), 'F5')).moves, 'f5');
});

test('with wait the answer holds the AI’s reply', async () => {
  const game = await newAgainst(tests.alice, 'easy');
  const after = await play(tests.alice, game, 'f5', 25);
  assert.equal(after.ply, 2);
  assert.equal(after.turn, 'black');
  assert.deepEqual(
    after.played.map(({ ply, by }) => [ply, by]),
    [
      [1, 'human'],
      [2, 'ai'],
    ],
  );
  agrees(after, replayOf(after));
});

test('without wait the answer does not', async () => {
  const game = await newAgainst(tests.alice, 'hard');
  const after = await play(tests.alice, game, 'f5');
  assert.equal(after.turn, 'white');
  assert.equal(after.ply, 1);
});

test('a pass is told, in the move and in the game', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), 'd3c3b3b2f5a3a1c1');
  assert.equal(game.passed, 'black');
  assert.equal(game.turn, 'white');
  assert.equal(game.last_move.passed, 'black');
  const { json } = await tests.alice.get(`/v1/games/${game.id}/moves`, { expect: 200 });
  assert.deepEqual(json.items.map((each) => each.passed).filter(Boolean), ['black']);
  const after = await play(tests.alice, game, game.legal_moves[0].square);
  assert.equal(after.last_move.color, 'white');
  assert.equal(after.next_ply, 10);
});

test('the list of moves is the game', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), wipeOut);
  const { json } = await tests.api.get(`/v1/games/${game.id}/moves`, { expect: 200 });
  const { plies } = replay(wipeOut);
  assert.deepEqual(
    json.items.map(({ by, used_ms: used, ...rest }) => rest),
    plies,
  );
  for (const each of json.items) assert.equal(each.by, 'human');
  assert.equal(json.start_position, game.start_position);
  assert.equal(json.version, game.version);
});

test('a game ends when nobody can move, with the discs on the board', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), wipeOut);
  assert.deepEqual(game.result, { winner: 'black', reason: 'discs', black: 13, white: 0, empties_to_winner: [64, 0] });
  assert.equal(game.turn, null);
  assert.deepEqual(game.legal_moves, []);
});

test('the original opening: the centre first, nothing flips, then the usual rules', async () => {
  let game = await newLocal(tests.alice, { opening: 'original' });
  const centre = ['d4', 'e4', 'd5', 'e5'];
  isProblem(await move(tests.alice, game, 'd3'), 422, 'illegal-move');
  for (const square of ['e4', 'd4', 'd5', 'e5']) {
    assert.ok(game.legal_moves.every((each) => centre.includes(each.square) && each.flips.length === 0));
    game = await play(tests.alice, game, square);
    agrees(game, replayOf(game));
  }
  assert.equal(game.turn, 'black');
  game = await play(tests.alice, game, game.legal_moves[0].square);
  agrees(game, replayOf(game));
});

test('the same move again is the same move', async () => {
  const game = await newLocal(tests.alice);
  const first = await put(tests.alice, game, 1, { square: 'f5' }, { expect: 201 });
  const again = await put(tests.alice, game, 1, { square: 'F5' }, { expect: 200 });
  assert.equal(again.headers['idempotent-replay'], 'true');
  assert.deepEqual(lasting(again.json), lasting(first.json));
});

test('the same move again, later in the game and after its end', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), wipeOut);
  const squares = squaresOf(wipeOut);
  for (const [index, square] of squares.entries()) {
    const again = await put(tests.alice, game, index + 1, { square }, { expect: 200 });
    assert.deepEqual(lasting(again.json), lasting(game));
    assert.deepEqual(
      again.json.played.map((each) => each.square),
      squares.slice(index),
    );
  }
});

test('the same move again, with wait, gets the AI’s reply', async () => {
  const game = await newAgainst(tests.alice, 'easy');
  await put(tests.alice, game, 1, { square: 'f5' }, { expect: 201 });
  const again = await put(tests.alice, game, 1, { square: 'f5' }, { query: { wait: 25 }, expect: 200 });
  assert.equal(again.json.ply, 2);
  assert.equal(again.json.played.length, 2);
});

test('the AI’s move cannot be claimed by its opponent', async () => {
  const game = await play(tests.alice, await newAgainst(tests.alice, 'easy'), 'f5', 25);
  const { square } = game.last_move;
  const answer = await unchanged(tests.alice, game, () => put(tests.alice, game, 2, { square }));
  isProblem(answer, 409, 'ply-already-played');
});

test('refused with the state: another square at a played ply', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), 'f5d6');
  for (const [ply, square] of [
    [1, 'd3'],
    [2, 'f4'],
    [1, 'a1'],
  ]) {
    const answer = await unchanged(tests.alice, game, () => put(tests.alice, game, ply, { square }));
    isProblem(answer, 409, 'ply-already-played');
    assert.deepEqual(lasting(answer.json.state), lasting(game));
  }
});

test('refused with the state: a ply that has not come', async () => {
  const game = await newLocal(tests.alice);
  for (const ply of [2, 3, 64]) {
    isProblem(
      await unchanged(tests.alice, game, () => put(tests.alice, game, ply, { square: 'f5' })),
      409,
      'out-of-step',
    );
  }
});

test('refused with the state: a branch that has not come', async () => {
  const game = await newLocal(tests.alice);
  const answer = await unchanged(tests.alice, game, () => put(tests.alice, game, 1, { square: 'f5', branch: 1 }));
  isProblem(answer, 409, 'out-of-step');
});

test('refused with the state: a branch from before an undo', async () => {
  const first = await play(tests.alice, await newAgainst(tests.alice, 'easy'), 'f5', 25);
  const { json: game } = await tests.alice.put(`/v1/games/${first.id}/branches/1`, undefined, { expect: 201 });
  for (const body of [{ square: 'f5' }, { square: 'f5', branch: 0 }, { square: 'd3', branch: 0 }]) {
    isProblem(await unchanged(tests.alice, game, () => put(tests.alice, game, 1, body)), 409, 'stale-branch');
  }
  assert.equal((await play(tests.alice, game, 'f5')).moves.slice(0, 2), 'f5');
});

test('refused with the state: the AI is to move', async () => {
  const game = await newAgainst(tests.alice, 'hard', { color: 'white' });
  const answer = await put(tests.alice, game, 1, { square: 'f5' });
  isProblem(answer, 409, 'not-your-turn');
  assert.deepEqual(answer.json.state.you, ['white']);
});

test('refused with the state: a game that is over', async () => {
  const over = await playAll(tests.alice, await newLocal(tests.alice), wipeOut);
  const resigned = await newLocal(tests.alice);
  await tests.alice.put(`/v1/games/${resigned.id}/resignation`, { seat: 'black' }, { expect: 200 });
  const aborted = await newLocal(tests.alice);
  await tests.alice.put(`/v1/games/${aborted.id}/abort`, undefined, { expect: 200 });
  for (const [game, ply] of [
    [over, 10],
    [over, 1],
    [resigned, 1],
    [aborted, 1],
  ]) {
    const answer = await unchanged(tests.alice, game, () => put(tests.alice, game, ply, { square: 'a8' }));
    isProblem(answer, 409, 'game-over');
    assert.equal(answer.json.state.id, game.id);
  }
});

test('refused: squares that are not legal, with those that are', async () => {
  const game = await newLocal(tests.alice);
  for (const square of ['a1', 'd4', 'e3', 'c3', 'h8']) {
    const answer = await unchanged(tests.alice, game, () => move(tests.alice, game, square));
    isProblem(answer, 422, 'illegal-move', { legal_moves: game.legal_moves });
  }
});

test('refused: a pass in every spelling, also where the side has just passed', async () => {
  const fresh = await newLocal(tests.alice);
  const passed = await playAll(tests.alice, await newLocal(tests.alice), 'd3c3b3b2f5a3a1c1');
  for (const game of [fresh, passed]) {
    for (const square of ['pass', 'PASS', 'Pass', 'ps', 'pa', '--', '@@']) {
      isProblem(await unchanged(tests.alice, game, () => move(tests.alice, game, square)), 422, 'pass-not-a-move', {
        pointer: '/square',
      });
    }
  }
});

test('refused: what is no square', async () => {
  const game = await newLocal(tests.alice);
  const texts = [
    'i9',
    'F05',
    'f05',
    '5f',
    'f9',
    'i5',
    'f0',
    '',
    'f',
    ' f5',
    'f5 ',
    'f55',
    '37',
    '45',
    'a9',
    '@5',
    '`1',
    'f５',
    'ｆ5',
    'f5d6',
    'null',
  ];
  for (const square of texts) {
    const answer = await unchanged(tests.alice, game, () => move(tests.alice, game, square));
    isProblem(answer, 400, 'invalid-field', { pointer: '/square' });
  }
});

for (const [what, body, code, pointer] of [
  ['no square', {}, 'missing-field', '/square'],
  ['a square that is a number', { square: 37 }, 'invalid-field', '/square'],
  ['a square that is a list', { square: ['f5'] }, 'invalid-field', '/square'],
  ['a square that is an object', { square: { f: 5 } }, 'invalid-field', '/square'],
  ['a square that is true', { square: true }, 'invalid-field', '/square'],
  ['a square that is null', { square: null }, 'missing-field', '/square'],
  ['a branch that is a word', { square: 'f5', branch: '0' }, 'invalid-field', '/branch'],
  ['a branch below 0', { square: 'f5', branch: -1 }, 'invalid-field', '/branch'],
  ['a branch with a fraction', { square: 'f5', branch: 0.5 }, 'invalid-field', '/branch'],
  ['a huge branch', { square: 'f5', branch: 1e9 }, 'invalid-field', '/branch'],
  ['something not known', { square: 'f5', ply: 1 }, 'unknown-field', '/ply'],
]) {
  test(`refused: ${what}`, async () => {
    const game = await newLocal(tests.alice);
    isProblem(await unchanged(tests.alice, game, () => put(tests.alice, game, 1, body)), 400, code, { pointer });
  });
}

test('refused: what is no ply', async () => {
  const game = await newLocal(tests.alice);
  for (const ply of ['0', '65', '-1', '1.0', '01x', 'one', '1e0', '99999999999999999999']) {
    const answer = await unchanged(tests.alice, game, () => put(tests.alice, game, ply, { square: 'f5' }));
    isProblem(answer, 400, 'invalid-path', { parameter: 'ply' });
  }
});

test('refused: who holds no seat', async () => {
  const bob = await tests.api.guest();
  for (const game of [await newLocal(tests.alice), await newAgainst(tests.alice, 'easy')]) {
    const answer = await unchanged(tests.alice, game, () => move(bob, game, 'f5'));
    isProblem(answer, 403, 'not-a-seat');
  }
  const played = await play(tests.alice, await newLocal(tests.alice), 'f5');
  isProblem(await put(bob, played, 1, { square: 'f5' }), 403, 'not-a-seat');
});

test('refused: a game that does not exist', async () => {
  isProblem(await put(tests.alice, { id: nowhere }, 1, { square: 'f5' }), 404, 'game-not-found');
});

test('what is wrong is looked at in the promised order', async () => {
  const bob = await tests.api.guest();
  const over = await playAll(tests.alice, await newLocal(tests.alice), wipeOut);
  isProblem(await put(bob, over, 64, { square: 'a1', branch: 9 }), 403, 'not-a-seat');
  isProblem(await put(tests.alice, over, 64, { square: 'a1', branch: 9 }), 409, 'out-of-step');
  isProblem(await put(tests.alice, over, 64, { square: 'a1' }), 409, 'game-over');
  assert.equal((await put(tests.alice, over, 1, { square: 'f5' })).status, 200);
  const thinking = await play(tests.alice, await newAgainst(tests.alice, 'hard'), 'f5');
  isProblem(await put(tests.alice, thinking, 2, { square: 'a1' }), 409, 'not-your-turn');
});

test('thinking time is counted', async () => {
  const game = await newLocal(tests.alice);
  const begun = Date.parse(game.created_at);
  const after = await play(tests.alice, game, 'f5');
  const took = Date.parse(after.updated_at) - begun;
  assert.ok(Math.abs(after.last_move.used_ms - took) <= 1, `${after.last_move.used_ms} of ${took}`);
});
