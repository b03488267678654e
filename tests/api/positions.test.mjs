// The engine without a game: legal moves, the move of a level, an analysis; one position and many.
import assert from 'node:assert/strict';
import { createConnection } from 'node:net';
import { test } from 'node:test';
import { isProblem, metric, until } from '../support/play.mjs';
import { ownGames } from '../support/records.mjs';
import { replay, solve, squaresOf, start } from '../support/rules.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests({ env: { REVERSID_AI_WORKERS: '2' } });
const operations = ['legal-moves', 'move', 'analysis'];
const needed = { move: { level: 'easy' }, analysis: { depth: 2 } };

const ask = (what, body, options) => tests.api.post(`/v1/positions/${what}`, body, options);
const answer = async (what, body) => (await ask(what, { ...needed[what], ...body }, { expect: 200 })).json;

const wipeOut = 'f5d6c5f6e7f4g5e6e3';
const blackPasses = `OX${'-'.repeat(62)} X`;

/** A position answer shows what our own replay shows. */
function shows(json, game) {
  assert.equal(json.board, game.board);
  assert.equal(json.turn, game.turn);
  assert.deepEqual(json.legal_moves, game.legal);
  assert.equal(json.passed, game.passed);
  assert.deepEqual(json.discs, game.discs);
  assert.deepEqual(json.result, game.result);
}

test('legal moves of a transcript, a position, and both together', async () => {
  shows(await answer('legal-moves', { transcript: '' }), replay(''));
  shows(await answer('legal-moves', { transcript: 'F5d6C3' }), replay('f5d6c3'));
  shows(await answer('legal-moves', { position: start }), replay(''));
  shows(await answer('legal-moves', { position: start, transcript: 'f5' }), replay('f5'));
  shows(await answer('legal-moves', { opening: 'standard', transcript: 'f5' }), replay('f5'));
});

test('legal moves of the original opening', async () => {
  for (const transcript of ['', 'd4', 'd4e4', 'd4e4d5', 'e4d4d5e5']) {
    shows(
      await answer('legal-moves', { opening: 'original', transcript }),
      replay(transcript, { opening: 'original' }),
    );
  }
});

test('a side that cannot move is passed over; where neither can, there is a result', async () => {
  shows(await answer('legal-moves', { position: blackPasses }), replay('', { position: blackPasses }));
  shows(await answer('legal-moves', { transcript: wipeOut }), replay(wipeOut));
  const empty = `${'-'.repeat(64)} X`;
  shows(await answer('legal-moves', { position: empty }), replay('', { position: empty }));
});

test('a hundred positions at once, each as asked for alone', async () => {
  const positions = ownGames()
    .slice(0, 100)
    .map(({ moves }, index) => ({ transcript: moves.slice(0, 2 * ((index * 7) % (moves.length / 2))) }));
  const { positions: many } = await answer('legal-moves', { positions });
  assert.equal(many.length, 100);
  many.forEach((each, index) => shows(each, replay(positions[index].transcript)));
});

test('a level plays a legal move, the same for the same seed', async () => {
  for (const level of ['easy', 'medium']) {
    const body = { transcript: 'f5d6c3', level, seed: 7 };
    const one = await answer('move', body);
    assert.deepEqual(await answer('move', body), one);
    assert.equal(one.color, 'white');
    assert.equal(one.seed, 7);
    shows(one, replay('f5d6c3').play(one.square));
  }
});

test('a seed that we draw can be asked for again', async () => {
  const one = await answer('move', { transcript: 'f5', level: 'easy' });
  assert.deepEqual(await answer('move', { transcript: 'f5', level: 'easy', seed: one.seed }), one);
});

test('hard plays the end perfectly, and says what it gains', async () => {
  const { moves } = ownGames().find((each) => each.moves.length === 120);
  const transcript = moves.slice(0, 104);
  const move = await answer('move', { transcript, level: 'hard', seed: 1 });
  const analysis = await answer('analysis', { transcript, exact: true, depth: undefined });
  assert.equal(analysis.exact, true);
  assert.equal(move.score, analysis.moves[0].score);
});

test('no move where neither side can', async () => {
  const move = await answer('move', { transcript: wipeOut });
  assert.deepEqual([move.square, move.color, move.score], [null, null, null]);
  shows(move, replay(wipeOut));
  const analysis = await answer('analysis', { transcript: wipeOut });
  assert.deepEqual([analysis.turn, analysis.moves, analysis.exact], [null, [], true]);
});

test('moves of many positions, in their order', async () => {
  const positions = [
    { transcript: 'f5' },
    { position: blackPasses },
    { transcript: wipeOut },
    { opening: 'original', transcript: 'd4' },
  ];
  const { positions: many } = await answer('move', { positions, seed: 1 });
  assert.deepEqual(
    many.map((each) => each.color),
    ['white', 'white', null, 'white'],
  );
  shows(many[0], replay('f5').play(many[0].square));
  shows(many[3], replay('d4', { opening: 'original' }).play(many[3].square));
});

test('an analysis values every legal move, best first, with lines that can be played', async () => {
  for (const transcript of ['f5', 'f5d6c3d3c4', 'd3c3b3b2f5a3a1c1']) {
    const game = replay(transcript);
    const { turn, depth, moves } = await answer('analysis', { transcript, depth: 4 });
    assert.equal(turn, game.turn);
    assert.equal(depth, 4);
    assert.deepEqual(moves.map((each) => each.square).sort(), game.legal.map((each) => each.square).sort());
    const scores = moves.map((each) => each.score);
    assert.deepEqual(
      scores,
      [...scores].sort((one, two) => two - one),
    );
    for (const { square, line } of moves) {
      assert.equal(line[0], square);
      const played = replay(transcript);
      for (const each of line) played.play(each);
    }
  }
});

test('an exact analysis is the true result', async () => {
  const { moves } = ownGames().find((each) => each.moves.length === 120);
  const transcript = moves.slice(0, 106);
  const { moves: values } = await answer('analysis', { transcript, exact: true, depth: undefined });
  for (const { square, score, exact } of values) {
    assert.equal(exact, true);
    assert.equal(score, solve(replay(transcript).play(square), replay(transcript).turn), square);
  }
});

test('an analysis says how sure it is: not at the end, not proved, proved', async () => {
  const { moves } = ownGames().find((each) => each.moves.length === 120);
  const seen = [];
  for (let nodes = 250; nodes <= 16_000_000 && seen.at(-1) !== 100; nodes *= 2) {
    const body = { transcript: moves.slice(0, 88), exact: true, nodes, depth: undefined };
    const { confidence, exact } = await answer('analysis', body);
    assert.equal(confidence === 100, exact, `${nodes} nodes`);
    seen.push(confidence);
  }
  assert.equal(seen[0], null);
  assert.equal(seen.at(-1), 100);
  assert.ok(seen.includes(73), String(seen));
  assert.deepEqual(seen, [...seen].sort((one, two) => one - two), 'more nodes are no less sure');
  assert.equal((await answer('analysis', { transcript: wipeOut })).confidence, 100);
  assert.equal((await answer('analysis', { opening: 'original', transcript: 'd4' })).confidence, null);
});

test('asked alone, after others, and at once of several workers, an analysis is the same', async () => {
  const bodies = ownGames()
    .filter(({ moves }) => moves.length === 120)
    .slice(0, 8)
    .map(({ moves }, index) => ({ transcript: moves.slice(0, 2 * (46 + (index % 3))), exact: true, depth: undefined }));
  bodies.push({ transcript: 'f5d6c3d3c4', nodes: 20_000, depth: undefined });
  const alone = [];
  for (const body of bodies) alone.push(await answer('analysis', body));
  const again = await Promise.all([...bodies, ...bodies.toReversed(), ...bodies].map((body) => answer('analysis', body)));
  assert.deepEqual(again, [...alone, ...alone.toReversed(), ...alone]);
});

test('budgets are kept, and shared by many positions', async () => {
  const one = await answer('analysis', { transcript: 'f5', nodes: 5000, depth: undefined });
  assert.ok(one.nodes <= 20_000, String(one.nodes));
  const { positions } = await answer('analysis', {
    positions: Array(50).fill({ transcript: 'f5d6' }),
    depth: undefined,
    nodes: 1000,
  });
  assert.equal(positions.length, 50);
  assert.ok(positions.every((each) => each.moves.length > 0));
});

test('refused: an exact analysis of too many empty squares, at its place', async () => {
  isProblem(await ask('analysis', { transcript: 'f5', exact: true }), 422, 'too-many-empties', { pointer: '' });
  const body = { positions: [{ transcript: wipeOut }, { transcript: 'f5' }], exact: true };
  isProblem(await ask('analysis', body), 422, 'too-many-empties', { pointer: '/positions/1' });
});

for (const what of operations) {
  const refuse = async (body, status, code, members) => {
    isProblem(await ask(what, { ...needed[what], ...body }), status, code, members);
  };

  test(`${what}: refused, an illegal transcript, with what was legal there`, async () => {
    await refuse({ transcript: 'f5a1' }, 422, 'illegal-move', {
      pointer: '/transcript',
      legal_moves: replay('f5').legal,
    });
    await refuse({ transcript: 'f5f5' }, 422, 'illegal-move', { pointer: '/transcript' });
    await refuse({ transcript: `${wipeOut}a1` }, 422, 'illegal-move', { pointer: '/transcript', legal_moves: [] });
    await refuse({ positions: [{ transcript: 'f5' }, { transcript: 'a1' }] }, 422, 'illegal-move', {
      pointer: '/positions/1/transcript',
      legal_moves: replay('').legal,
    });
  });

  test(`${what}: refused, a transcript with a pass in it`, async () => {
    for (const pass of ['--', 'pa', 'PS', '@@']) {
      await refuse({ transcript: `d3c3b3b2f5a3a1c1${pass}` }, 400, 'invalid-field', { pointer: '/transcript' });
    }
  });

  test(`${what}: refused, what is no transcript`, async () => {
    for (const transcript of ['f', 'f5d', 'f5 d6', 'f9', 'i1', '5f', 'f5,d6', ' f5', 'f5\n', 37, null, ['f5']]) {
      const answered = await ask(what, { ...needed[what], transcript });
      assert.equal(answered.status, 400, JSON.stringify(transcript));
      assert.equal(answered.json.pointer, '/transcript');
    }
  });

  test(`${what}: refused, what is no position`, async () => {
    for (const position of [
      '',
      start.slice(1),
      `${start} `,
      start.replace(' X', ' x?'),
      start.replace('X', '?'),
      1,
      {},
    ]) {
      await refuse({ position }, 400, 'invalid-field', { pointer: '/position' });
    }
  });

  test(`${what}: refused, what does not go together`, async () => {
    await refuse({}, 400, 'missing-field', { pointer: '/transcript' });
    await refuse({ opening: 'original' }, 400, 'missing-field', { pointer: '/transcript' });
    await refuse({ position: start, opening: 'standard' }, 400, 'invalid-field', { pointer: '/opening' });
    await refuse({ transcript: '', opening: 'xot' }, 400, 'invalid-field', { pointer: '/opening' });
    await refuse({ transcript: '', positions: [{ transcript: '' }] }, 400, 'invalid-field', { pointer: '/transcript' });
    await refuse({ positions: [] }, 400, 'invalid-field', { pointer: '/positions' });
    await refuse({ positions: Array(101).fill({ transcript: '' }) }, 400, 'invalid-field', { pointer: '/positions' });
    await refuse({ positions: {} }, 400, 'invalid-field', { pointer: '/positions' });
    await refuse({ positions: ['f5'] }, 400, 'invalid-field', { pointer: '/positions/0' });
    await refuse({ positions: [{ transcript: '' }, { transcript: '', level: 'easy' }] }, 400, 'unknown-field', {
      pointer: '/positions/1/level',
    });
    await refuse({ positions: [{}] }, 400, 'missing-field', { pointer: '/positions/0/transcript' });
  });
}

test('refused: a move at no level, or at an unknown one', async () => {
  isProblem(await ask('move', { transcript: '' }), 400, 'missing-field', { pointer: '/level' });
  isProblem(await ask('move', { transcript: '', level: 'expert' }), 400, 'invalid-field', { pointer: '/level' });
  isProblem(await ask('move', { transcript: '', level: 'easy', seed: -1 }), 400, 'invalid-field', { pointer: '/seed' });
});

test('refused: budgets out of range', async () => {
  for (const [name, value] of [
    ['depth', 0],
    ['depth', 61],
    ['depth', 1.5],
    ['nodes', 0],
    ['nodes', 1e10],
    ['exact', 1],
    ['exact', 'true'],
  ]) {
    isProblem(await ask('analysis', { transcript: '', [name]: value }), 400, 'invalid-field', { pointer: `/${name}` });
  }
});

test('what is analysed may be long gone from the board', async () => {
  for (const { moves } of ownGames().slice(0, 5)) {
    const squares = squaresOf(moves);
    const body = {
      positions: squares.map((_, index) => ({ transcript: squares.slice(0, index).join('') })),
      nodes: 200,
    };
    const { positions } = await answer('analysis', { ...body, depth: undefined });
    positions.forEach((each, index) => {
      const game = replay(squares.slice(0, index).join(''));
      assert.equal(each.turn, game.turn);
      assert.equal(each.moves.length, game.legal.length);
    });
  }
});

test('an analysis whose client has left is given up', async () => {
  const before = await metric(tests.api, 'reversid_ai_cancelled_total');
  const body = JSON.stringify({ positions: Array(100).fill({ transcript: 'f5d6c3d3c4' }), nodes: 300000 });
  const { hostname, port } = tests.api.parts.url;
  const socket = createConnection({ host: hostname, port: Number(port) });
  socket.write(
    `POST /v1/positions/analysis HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await until('the analysis has begun', async () => (await metric(tests.api, 'reversid_requests_parked')) > 0);
  socket.destroy();
  await until('it is given up', async () => (await metric(tests.api, 'reversid_ai_cancelled_total')) > before);
});
