// Hints in games against the AI: a move that can be played, counted in the game; for whom there is none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  agrees,
  isProblem,
  metric,
  newAgainst,
  newLocal,
  play,
  read,
  replayOf,
  unchanged,
  until,
  untilParked,
} from '../support/play.mjs';
import { ownGames } from '../support/records.mjs';
import { replay } from '../support/rules.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests({ env: { REVERSID_AI_WORKERS: '1' } });
const ask = (client, { id }, body, options) => client.post(`/v1/games/${id}/hint`, body, options);
const few = { nodes: 5000 };

/** The position after so many placements of a game of ours. */
function late(placements) {
  const { moves } = ownGames().find((each) => each.moves.length === 120);
  return replay(moves.slice(0, 2 * placements)).position;
}

test('a hint is a legal move with its line, and the game knows of it', async () => {
  const game = await newAgainst(tests.alice, 'easy');
  assert.equal(game.hints, 0);
  const { json: hint } = await ask(tests.alice, game, few, { expect: 200 });
  assert.deepEqual([hint.ply, hint.branch, hint.color, hint.hints], [game.next_ply, 0, 'black', 1]);
  assert.equal(hint.line[0], hint.square);
  const played = replayOf(game);
  for (const square of hint.line) played.play(square);
  const after = await read(tests.alice, game);
  assert.deepEqual([after.hints, after.version, after.moves], [1, game.version + 1, '']);
  const moved = await play(tests.alice, after, hint.square, 25);
  assert.equal(moved.moves.slice(0, 2), hint.square);
  assert.equal(moved.hints, 1);
});

test('a hint near the end is the true result', async () => {
  const position = late(50);
  const game = await newAgainst(tests.alice, 'easy', { opening: 'position', position, color: sideOf(position) });
  const { json: hint } = await ask(tests.alice, game, undefined, { expect: 200 });
  const { json } = await tests.api.post('/v1/positions/analysis', { position, exact: true }, { expect: 200 });
  assert.equal(hint.exact, true);
  assert.equal(hint.score, json.moves[0].score);
});

const sideOf = (position) => (position.endsWith('X') ? 'black' : 'white');

test('while the original opening fills the centre, a hint is a free square of it', async () => {
  const game = await newAgainst(tests.alice, 'easy', { opening: 'original' });
  const { json: hint } = await ask(tests.alice, game, few, { expect: 200 });
  assert.deepEqual([hint.score, hint.exact, hint.nodes, hint.line], [0, false, 0, [hint.square]]);
  agrees(await play(tests.alice, game, hint.square), replay(hint.square, { opening: 'original' }));
});

test('each request is a hint more, and taking back takes none back', async () => {
  let game = await newAgainst(tests.alice, 'easy');
  await ask(tests.alice, game, few, { expect: 200 });
  const { json } = await ask(tests.alice, game, few, { expect: 200 });
  assert.equal(json.hints, 2);
  game = await play(tests.alice, game, json.square, 25);
  await tests.alice.put(`/v1/games/${game.id}/branches/1`, undefined, { expect: 201 });
  const back = await read(tests.alice, game);
  assert.equal(back.hints, 2);
  const again = await ask(tests.alice, game, few, { expect: 200 });
  assert.equal(again.json.branch, 1);
});

test('who watches a game sees that a hint was given', async () => {
  const game = await newAgainst(tests.alice, 'easy');
  const { headers } = await tests.api.get(`/v1/games/${game.id}`, { expect: 200 });
  const waiting = tests.api.get(`/v1/games/${game.id}`, {
    headers: { 'If-None-Match': headers.etag },
    query: { wait: 25 },
    expect: 200,
  });
  await ask(tests.alice, game, few, { expect: 200 });
  assert.equal((await waiting).json.hints, 1);
});

test('none where a person plays both sides, and none for others', async () => {
  const local = await newLocal(tests.alice);
  await unchanged(tests.alice, local, async () => {
    isProblem(await ask(tests.alice, local), 403, 'hint-not-allowed');
  });
  const game = await newAgainst(tests.alice, 'easy');
  const bob = await tests.api.guest();
  await unchanged(tests.alice, game, async () => isProblem(await ask(bob, game), 403, 'not-a-seat'));
  isProblem(await ask(tests.api, game), 401, 'token-missing');
});

test('none once the game is over', async () => {
  const game = await newAgainst(tests.alice, 'easy');
  await tests.alice.put(`/v1/games/${game.id}/resignation`, undefined, { expect: 200 });
  await unchanged(tests.alice, game, async () => isProblem(await ask(tests.alice, game), 409, 'game-over'));
});

test('none while the AI is to move, and none for a position that the game has left', async () => {
  const game = await newAgainst(tests.alice, 'easy');
  const ended = new AbortController();
  const other = { transcript: 'f5d6c3d3c4', nodes: 30_000_000 };
  const busy = tests.api.post('/v1/positions/analysis', other, { signal: ended.signal }).catch(() => undefined);
  await until('the engine is busy', async () => (await metric(tests.api, 'reversid_ai_running')) === 1);
  const ais = await newAgainst(tests.alice, 'hard', { color: 'white' });
  await unchanged(tests.alice, ais, async () => isProblem(await ask(tests.alice, ais), 409, 'not-your-turn'));
  const asked = ask(tests.alice, game, { nodes: 200_000 });
  await untilParked(tests.api, 2);
  await play(tests.alice, game, 'f5', 25);
  ended.abort();
  isProblem(await asked, 409, 'ply-already-played');
  await busy;
  assert.equal((await read(tests.alice, game)).hints, 0);
});

test('refused: budgets out of range', async () => {
  const game = await newAgainst(tests.alice, 'easy');
  for (const [name, value] of [
    ['depth', 0],
    ['depth', 61],
    ['nodes', 0],
    ['nodes', 1e10],
    ['nodes', 'many'],
  ]) {
    isProblem(await ask(tests.alice, game, { [name]: value }), 400, 'invalid-field', { pointer: `/${name}` });
  }
});
