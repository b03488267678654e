// Taking back: always to the latest position in which this human had to choose, whatever happened since.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  agrees,
  isProblem,
  lasting,
  newAgainst,
  newLocal,
  nowhere,
  play,
  read,
  replayOf,
  unchanged,
  waitFor,
} from '../support/play.mjs';
import { ownGames } from '../support/records.mjs';
import { Replay, other, squaresOf } from '../support/rules.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();

const undo = (client, { id, branch }, options) =>
  client.put(`/v1/games/${id}/branches/${branch + 1}`, undefined, options);
const undone = async (client, game, query) => (await undo(client, game, { query, expect: 201 })).json;

/** What must hold after an undo: my turn, at the position before my own last disc. */
function isBack(game, before) {
  assert.equal(game.moves, before.moves);
  assert.equal(game.board, before.board);
  assert.deepEqual(game.you, [game.turn]);
  assert.deepEqual(game.played, []);
  agrees(game, replayOf(game));
}

/** A position from our own games, and a move, after which what `holds` says is so. */
function findPosition(holds) {
  for (const { moves } of ownGames()) {
    const game = new Replay();
    for (const square of squaresOf(moves)) {
      for (const { square: candidate } of game.legal) {
        const after = new Replay({ position: game.position }).play(candidate);
        if (holds(after)) return { position: game.position, square: candidate, color: game.turn };
      }
      game.play(square);
      if (game.over) break;
    }
  }
  throw new Error('our own games have no such position');
}

test('after the AI has replied', async () => {
  const start = await newAgainst(tests.alice, 'easy');
  assert.equal(start.can_undo, false);
  const game = await play(tests.alice, start, 'f5', 25);
  assert.equal(game.can_undo, true);
  const back = await undone(tests.alice, game);
  isBack(back, start);
  assert.equal(back.branch, 1);
  assert.equal(back.version, game.version + 1);
  assert.equal(back.can_undo, false);
  assert.deepEqual(lasting(await read(tests.alice, game)), lasting(back));
});

test('several times in a row, each one move further', async () => {
  const seen = [await newAgainst(tests.alice, 'easy')];
  for (let count = 0; count < 4; count += 1) {
    const game = seen.at(-1);
    seen.push(await play(tests.alice, game, game.legal_moves[0].square, 25));
  }
  let game = seen.pop();
  while (seen.length) {
    game = await undone(tests.alice, game);
    isBack(game, seen.pop());
  }
  assert.equal(game.branch, 4);
});

test('while the AI thinks: it stops, and answers only what is played then', async () => {
  const start = await newAgainst(tests.alice, 'hard');
  const thinking = await play(tests.alice, start, 'f5');
  assert.equal(thinking.turn, 'white');
  const back = await undone(tests.alice, thinking);
  isBack(back, start);
  const other = await play(tests.alice, back, 'd3', 25);
  const game = other.turn === 'black' ? other : await waitFor(tests.alice, other, ({ turn }) => turn === 'black');
  assert.equal(game.ply, 2);
  assert.equal(game.moves.slice(0, 2), 'd3');
  agrees(game, replayOf(game));
});

test('undo and play on, many times while the AI thinks', async () => {
  let game = await newAgainst(tests.alice, 'hard');
  for (const square of ['f5', 'd3', 'c4', 'e6', 'f5']) {
    game = await undone(tests.alice, await play(tests.alice, game, square));
    assert.equal(game.ply, 0);
  }
  game = await play(tests.alice, game, 'c4', 25);
  const settled = await waitFor(tests.alice, game, ({ turn }) => turn === 'black');
  assert.equal(settled.ply, 2);
  assert.equal(settled.moves.slice(0, 2), 'c4');
  assert.equal(settled.branch, 5);
});

test('over a pass of the AI', async () => {
  const { position, square, color } = findPosition((after) => !after.over && after.passed === other(moverOf(after)));
  const start = await newAgainst(tests.alice, 'easy', { opening: 'position', position, color });
  const game = await play(tests.alice, start, square);
  assert.equal(game.turn, color);
  assert.equal(game.passed, other(color));
  isBack(await undone(tests.alice, game), start);
});

/** Who placed the last disc. */
function moverOf(game) {
  return game.plies.at(-1).color;
}

test('over two passes of the AI in a row: one move at a time', async () => {
  const passes = (after) => !after.over && after.passed !== null && moverOf(after) === after.turn;
  const again = (after) =>
    passes(after) && after.legal.some(({ square }) => passes(new Replay({ position: after.position }).play(square)));
  const { position, square, color } = findPosition(again);
  const start = await newAgainst(tests.alice, 'easy', { opening: 'position', position, color });
  const first = await play(tests.alice, start, square);
  const next = first.legal_moves.find((each) =>
    passes(new Replay({ position: `${first.board} ${color === 'black' ? 'X' : 'O'}` }).play(each.square)),
  );
  const second = await play(tests.alice, first, next.square);
  assert.equal(second.turn, color);
  const back = await undone(tests.alice, second);
  isBack(back, first);
  assert.equal(back.passed, other(color));
  isBack(await undone(tests.alice, back), start);
});

test('over my own pass: the AI’s moves on both sides of it go as well', async () => {
  const forced = (after) => {
    if (after.over || after.passed || after.legal.length !== 1) return false;
    const reply = new Replay({ position: after.position }).play(after.legal[0].square);
    return !reply.over && reply.passed === moverOf(after);
  };
  const { position, square, color } = findPosition(forced);
  const start = await newAgainst(tests.alice, 'easy', { opening: 'position', position, color });
  const game = await play(tests.alice, start, square, 25);
  const aiMoves = game.played.filter((each) => each.by === 'ai');
  assert.ok(aiMoves.length >= 2);
  assert.equal(aiMoves[0].passed, color);
  if (game.status === 'live') isBack(await undone(tests.alice, game), start);
  else isProblem(await undo(tests.alice, game), 409, 'game-over');
});

test('with wait the answer is at once: it is my turn', async () => {
  const game = await play(tests.alice, await newAgainst(tests.alice, 'easy'), 'f5', 25);
  assert.equal((await undone(tests.alice, game, { wait: 25 })).turn, 'black');
});

test('as white, the AI’s first move stays', async () => {
  const start = await newAgainst(tests.alice, 'easy', { color: 'white', query: { wait: 25 } });
  const game = await play(tests.alice, start, start.legal_moves[0].square, 25);
  isBack(await undone(tests.alice, game), start);
});

test('the same undo again is the same undo', async () => {
  const game = await play(tests.alice, await newAgainst(tests.alice, 'easy'), 'f5', 25);
  const back = await undone(tests.alice, game);
  const again = await undo(tests.alice, game, { expect: 200 });
  assert.equal(again.headers['idempotent-replay'], 'true');
  assert.deepEqual(lasting(again.json), lasting(back));
  const moved = await play(tests.alice, back, 'd3', 25);
  const later = await undo(tests.alice, game, { expect: 200 });
  assert.equal(later.json.version, moved.version);
});

test('the same undo twenty times at once is one', async () => {
  const game = await play(tests.alice, await newAgainst(tests.alice, 'easy'), 'f5', 25);
  const answers = await Promise.all(Array.from({ length: 20 }, () => undo(tests.alice, game, { expect: [200, 201] })));
  assert.equal(answers.filter((each) => each.status === 201).length, 1);
  assert.equal((await read(tests.alice, game)).version, game.version + 1);
});

test('an undo and a move at once: one of them first, nothing torn', async () => {
  for (let round = 0; round < 10; round += 1) {
    const game = await play(tests.alice, await newAgainst(tests.alice, 'easy', { seed: round }), 'f5', 25);
    const [{ square }] = game.legal_moves;
    const body = { square, branch: game.branch };
    const [back, moved] = await Promise.all([
      undo(tests.alice, game),
      tests.alice.put(`/v1/games/${game.id}/moves/${game.next_ply}`, body),
    ]);
    assert.equal(back.status, 201);
    if (moved.status !== 201) isProblem(moved, 409, 'stale-branch');
    const now = await read(tests.alice, game);
    assert.equal(now.moves, moved.status === 201 ? game.moves : '');
    agrees(now, replayOf(now));
  }
});

test('refused: on move 1, as black and as white', async () => {
  const black = await newAgainst(tests.alice, 'easy');
  const white = await newAgainst(tests.alice, 'easy', { color: 'white', query: { wait: 25 } });
  for (const game of [black, white]) {
    isProblem(await unchanged(tests.alice, game, () => undo(tests.alice, game)), 409, 'nothing-to-undo');
  }
});

test('refused: in a game that is over, however it ended', async () => {
  const { position, square, color } = findPosition((after) => after.over);
  const start = await newAgainst(tests.alice, 'easy', { opening: 'position', position, color });
  const finished = await play(tests.alice, start, square);
  assert.equal(finished.status, 'finished');
  const resigned = await play(tests.alice, await newAgainst(tests.alice, 'easy'), 'f5', 25);
  await tests.alice.put(`/v1/games/${resigned.id}/resignation`, undefined, { expect: 200 });
  const aborted = await play(tests.alice, await newAgainst(tests.alice, 'easy'), 'f5', 25);
  await tests.alice.put(`/v1/games/${aborted.id}/abort`, undefined, { expect: 200 });
  for (const game of [finished, resigned, aborted]) {
    isProblem(await unchanged(tests.alice, game, () => undo(tests.alice, game)), 409, 'game-over');
    assert.equal((await read(tests.alice, game)).can_undo, false);
  }
});

test('refused: a branch that is past, or has not come', async () => {
  let game = await newAgainst(tests.alice, 'easy');
  for (let count = 0; count < 2; count += 1) game = await undone(tests.alice, await play(tests.alice, game, 'f5', 25));
  game = await play(tests.alice, game, 'f5', 25);
  assert.equal(game.branch, 2);
  isProblem(await unchanged(tests.alice, game, () => undo(tests.alice, { ...game, branch: 0 })), 409, 'stale-branch');
  isProblem(await unchanged(tests.alice, game, () => undo(tests.alice, { ...game, branch: 3 })), 409, 'out-of-step');
});

test('refused: between people, and by others', async () => {
  const bob = await tests.api.guest();
  const local = await play(tests.alice, await newLocal(tests.alice), 'f5');
  isProblem(await unchanged(tests.alice, local, () => undo(tests.alice, local)), 403, 'undo-not-allowed');
  assert.equal(local.can_undo, false);
  const game = await play(tests.alice, await newAgainst(tests.alice, 'easy'), 'f5', 25);
  isProblem(await unchanged(tests.alice, game, () => undo(bob, game)), 403, 'not-a-seat');
  assert.equal((await read(bob, game)).can_undo, false);
});

test('refused: what is no branch, and what is no game', async () => {
  const game = await play(tests.alice, await newAgainst(tests.alice, 'easy'), 'f5', 25);
  for (const branch of ['0', '-1', '1000001', 'x', '1.5', '1e0']) {
    const answer = await tests.alice.put(`/v1/games/${game.id}/branches/${branch}`);
    isProblem(answer, 400, 'invalid-path', { parameter: 'branch' });
  }
  isProblem(await undo(tests.alice, { id: nowhere, branch: 0 }), 404, 'game-not-found');
});
