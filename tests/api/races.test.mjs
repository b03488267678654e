// The same thing many times at once, and different things at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, isProblem, newAgainst, newLocal, play, read, replayOf, waitFor } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();
const times = (count, run) => Promise.all(Array.from({ length: count }, (_, index) => run(index)));
const countBy = (answers, status) => answers.filter((each) => each.status === status).length;

test('the same move fifty times at once counts once', async () => {
  for (const opponent of [{ type: 'local' }, { type: 'ai', level: 'easy' }]) {
    const { json: game } = await tests.alice.post('/v1/games', { opponent }, { expect: 201 });
    const path = `/v1/games/${game.id}/moves/1`;
    const answers = await times(50, () => tests.alice.put(path, { square: 'f5' }));
    assert.equal(countBy(answers, 201), 1);
    assert.equal(countBy(answers, 200), 49);
    for (const { status, headers } of answers)
      assert.equal(headers['idempotent-replay'], status === 200 ? 'true' : undefined);
    const now = await waitFor(tests.alice, game, ({ turn, you }) => you.includes(turn));
    assert.equal(now.moves.slice(0, 2), 'f5');
    assert.equal(now.version, 1 + now.ply);
  }
});

test('two different moves for the same ply at once: one counts, the other sees it', async () => {
  for (let round = 0; round < 20; round += 1) {
    const game = await newLocal(tests.alice);
    const path = `/v1/games/${game.id}/moves/1`;
    const answers = await Promise.all(['f5', 'd3'].map((square) => tests.alice.put(path, { square })));
    assert.deepEqual(answers.map((each) => each.status).sort(), [201, 409]);
    const [played, refused] = [
      answers.find((each) => each.status === 201),
      answers.find((each) => each.status === 409),
    ];
    isProblem(refused, 409, 'ply-already-played');
    assert.equal(refused.json.state.moves, played.json.moves);
    const now = await read(tests.alice, game);
    assert.equal(now.ply, 1);
    agrees(now, replayOf(now));
  }
});

test('all legal moves of many games at once: one each', async () => {
  const games = await times(20, () => newLocal(tests.alice));
  await Promise.all(
    games.map(async (game) => {
      const answers = await Promise.all(
        game.legal_moves.map(({ square }) => tests.alice.put(`/v1/games/${game.id}/moves/1`, { square })),
      );
      assert.equal(countBy(answers, 201), 1);
      assert.equal(countBy(answers, 409), 3);
    }),
  );
});

test('the same key twenty times at once makes one game', async () => {
  const bob = await tests.api.guest();
  const headers = { 'Idempotency-Key': 'at-once' };
  const body = { opponent: { type: 'ai', level: 'easy' }, color: 'random', opening: 'xot' };
  const answers = await times(20, () => bob.post('/v1/games', body, { headers, expect: [200, 201] }));
  assert.equal(countBy(answers, 201), 1);
  assert.equal(new Set(answers.map((each) => each.json.id)).size, 1);
  assert.equal(new Set(answers.map((each) => each.json.start_position)).size, 1);
  const { json } = await bob.get('/v1/account/games', { expect: 200 });
  assert.equal(json.items.length, 1);
});

test('the same key with different bodies at once: one makes the game, the others are refused', async () => {
  const bob = await tests.api.guest();
  const headers = { 'Idempotency-Key': 'at-once' };
  const answers = await times(8, (index) =>
    bob.post('/v1/games', { opponent: { type: 'local' }, seed: index }, { headers }),
  );
  assert.equal(countBy(answers, 201), 1);
  for (const answer of answers.filter((each) => each.status !== 201)) isProblem(answer, 422, 'idempotency-key-reused');
});

test('a resignation and the last move at once: one of them decided the game', async () => {
  for (let round = 0; round < 10; round += 1) {
    let game = await newLocal(tests.alice);
    for (const square of ['f5', 'd6', 'c5', 'f6', 'e7', 'f4', 'g5', 'e6']) game = await play(tests.alice, game, square);
    const [moved, resigned] = await Promise.all([
      tests.alice.put(`/v1/games/${game.id}/moves/9`, { square: 'e3' }),
      tests.alice.put(`/v1/games/${game.id}/resignation`, { seat: 'black' }),
    ]);
    assert.deepEqual([moved.status, resigned.status].sort(), moved.status === 201 ? [201, 409] : [200, 409]);
    const { result } = await read(tests.alice, game);
    assert.equal(result.reason, moved.status === 201 ? 'discs' : 'resignation');
    assert.equal(result.winner, moved.status === 201 ? 'black' : 'white');
  }
});

test('readers during a game see one state or the next, never a mixture', async () => {
  const game = await newAgainst(tests.alice, 'easy');
  let over = false;
  const watch = async () => {
    let version = 0;
    while (!over) {
      const now = await read(tests.api, game);
      agrees({ ...now, you: game.you }, replayOf(now));
      assert.ok(now.version >= version, 'a version went back');
      version = now.version;
    }
  };
  const watching = times(8, watch);
  let now = game;
  while (now.status === 'live') now = await play(tests.alice, now, now.legal_moves[0].square, 25);
  over = true;
  await watching;
});
