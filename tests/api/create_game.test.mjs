// Starting games: against the AI and on one device, every opening, and the Idempotency-Key.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, isProblem, lasting, metric, newAgainst, newLocal, play, read, replayOf } from '../support/play.mjs';
import { start } from '../support/rules.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();

const seedMax = Number.MAX_SAFE_INTEGER;
const empty = '-'.repeat(64);

test('against the AI, black by default', async () => {
  const body = { opponent: { type: 'ai', level: 'medium' } };
  const answer = await tests.alice.post('/v1/games', body, { expect: 201 });
  const game = answer.json;
  assert.equal(answer.headers.location, `/v1/games/${game.id}`);
  assert.equal(answer.headers['idempotent-replay'], undefined);
  agrees(game, replayOf(game));
  assert.deepEqual(game.you, ['black']);
  assert.deepEqual(game.players.white, { kind: 'ai', level: 'medium' });
  assert.equal(game.players.black.id, tests.alice.player.id);
  assert.equal(game.players.black.name, tests.alice.player.name);
  assert.deepEqual(
    game.legal_moves.map((each) => each.square),
    ['d3', 'c4', 'f5', 'e6'],
  );
  assert.deepEqual([game.version, game.branch, game.can_undo], [1, 0, false]);
  assert.deepEqual([game.visibility, game.unrated_reason], ['unlisted', 'against-ai']);
  assert.deepEqual(game.played, []);
  assert.deepEqual(lasting(await read(tests.alice, game)), lasting(game));
});

test('on one device one token holds both seats', async () => {
  const game = await newLocal(tests.alice);
  assert.deepEqual(game.you, ['black', 'white']);
  assert.deepEqual(game.players.black, game.players.white);
  assert.equal(game.unrated_reason, 'local');
});

test('as white, the AI moves first, and wait lets the answer come after it', async () => {
  const game = await newAgainst(tests.alice, 'easy', { color: 'white', query: { wait: 25 } });
  assert.deepEqual(game.you, ['white']);
  assert.equal(game.turn, 'white');
  assert.equal(game.ply, 1);
  assert.deepEqual(game.played, [game.last_move]);
  assert.equal(game.last_move.by, 'ai');
  assert.equal(game.can_undo, false);
  agrees(game, replayOf(game));
});

test('a seed repeats what chance decides', async () => {
  const colors = new Set();
  for (let seed = 0; seed < 12; seed += 1) {
    const [one, two] = [
      await newAgainst(tests.alice, 'easy', { color: 'random', opening: 'xot', seed }),
      await newAgainst(tests.alice, 'easy', { color: 'random', opening: 'xot', seed }),
    ];
    assert.deepEqual(one.you, two.you);
    assert.equal(one.start_position, two.start_position);
    colors.add(one.you[0]);
  }
  assert.deepEqual([...colors].sort(), ['black', 'white']);
});

test('a seed repeats the AI’s game', async () => {
  const games = [];
  for (let time = 0; time < 2; time += 1) {
    let game = await newAgainst(tests.alice, 'easy', { seed: 4711 });
    while (game.ply < 12) game = await play(tests.alice, game, game.legal_moves[0].square, 25);
    games.push(game.moves);
  }
  assert.equal(games[0], games[1]);
});

test('without a seed chance differs', async () => {
  const starts = new Set();
  for (let count = 0; count < 10; count += 1)
    starts.add((await newLocal(tests.alice, { opening: 'xot' })).start_position);
  assert.ok(starts.size > 1);
});

test('an xot position is balanced by its discs, and some moves on', async () => {
  const game = await newLocal(tests.alice, { opening: 'xot' });
  assert.equal(game.discs.black + game.discs.white, 12);
  assert.equal(game.ply, 0);
  assert.equal(game.moves, '');
  agrees(game, replayOf(game));
});

test('the original opening begins on an empty board', async () => {
  const game = await newLocal(tests.alice, { opening: 'original' });
  assert.equal(game.board, empty);
  assert.deepEqual(
    game.legal_moves,
    ['d4', 'e4', 'd5', 'e5'].map((square) => ({ square, flips: [] })),
  );
});

test('a given position is taken in every spelling, and shown in one', async () => {
  const spellings = [
    start,
    start.replaceAll('X', '*').replaceAll('-', '.').replaceAll('O', 'o'),
    start.replaceAll('X', 'b').replaceAll('O', 'w'),
    start.replaceAll('X', 'B').replaceAll('O', 'W'),
    start.replaceAll('X', 'x'),
  ];
  for (const position of spellings) {
    const game = await newLocal(tests.alice, { opening: 'position', position });
    assert.equal(game.start_position, start);
    agrees(game, replayOf(game));
  }
});

test('where the side to move cannot, it is passed over at once', async () => {
  const position = `OX${'-'.repeat(62)} X`;
  const game = await newLocal(tests.alice, { opening: 'position', position });
  assert.equal(game.passed, 'black');
  assert.equal(game.turn, 'white');
  agrees(game, replayOf(game));
  const { json: list } = await tests.alice.get(`/v1/games/${game.id}/moves`, { expect: 200 });
  assert.equal(list.start_passed, 'black');
  const ai = await newAgainst(tests.alice, 'easy', { opening: 'position', position, query: { wait: 25 } });
  assert.equal(ai.moves, 'c1');
  agrees(ai, replayOf(ai));
});

for (const [what, position] of [
  ['empty', `${empty} X`],
  ['full', `${'XO'.repeat(32)} O`],
  ['of one colour', `XX${'-'.repeat(62)} X`],
]) {
  test(`a game cannot start from a position that is ${what}`, async () => {
    const answer = await tests.alice.post('/v1/games', { opponent: { type: 'local' }, opening: 'position', position });
    isProblem(answer, 422, 'position-finished');
  });
}

test('metadata come back as they were sent', async () => {
  const metadata = { room: '42', 'ключ "x"': ['Θ', '🂡', { deep: [null, true, 1.5, -0, 1e15] }], '': '' };
  const game = await newLocal(tests.alice, { metadata });
  assert.deepEqual(game.metadata, JSON.parse(JSON.stringify(metadata)));
  assert.deepEqual((await read(tests.api, game)).metadata, game.metadata);
});

const ai = { type: 'ai', level: 'easy' };
const local = { type: 'local' };
for (const [what, body, code, pointer] of [
  ['no opponent', {}, 'missing-field', '/opponent'],
  ['an opponent that is a word', { opponent: 'ai' }, 'invalid-field', '/opponent'],
  ['an opponent of no type', { opponent: { level: 'easy' } }, 'missing-field', '/opponent/type'],
  ['an unknown opponent', { opponent: { type: 'friend' } }, 'invalid-field', '/opponent/type'],
  ['the AI at no level', { opponent: { type: 'ai' } }, 'missing-field', '/opponent/level'],
  ['an unknown level', { opponent: { type: 'ai', level: 'Easy' } }, 'invalid-field', '/opponent/level'],
  ['a level in a local game', { opponent: { type: 'local', level: 'easy' } }, 'invalid-field', '/opponent/level'],
  ['an unknown field of the opponent', { opponent: { ...ai, name: 'x' } }, 'unknown-field', '/opponent/name'],
  ['a colour in a local game', { opponent: local, color: 'black' }, 'invalid-field', '/color'],
  ['an unknown colour', { opponent: ai, color: 'red' }, 'invalid-field', '/color'],
  ['a colour that is a number', { opponent: ai, color: 1 }, 'invalid-field', '/color'],
  ['an unknown opening', { opponent: ai, opening: 'tiger' }, 'invalid-field', '/opening'],
  ['a position without its opening', { opponent: ai, position: start }, 'invalid-field', '/position'],
  ['its opening without a position', { opponent: ai, opening: 'position' }, 'missing-field', '/position'],
  [
    'a position cut short',
    { opponent: ai, opening: 'position', position: start.slice(1) },
    'invalid-field',
    '/position',
  ],
  ['a position too long', { opponent: ai, opening: 'position', position: `${start}X` }, 'invalid-field', '/position'],
  [
    'a position with a strange letter',
    { opponent: ai, opening: 'position', position: start.replace('-', '?') },
    'invalid-field',
    '/position',
  ],
  [
    'a position without a side',
    { opponent: ai, opening: 'position', position: `${start.slice(0, -1)}-` },
    'invalid-field',
    '/position',
  ],
  ['a position that is a list', { opponent: ai, opening: 'position', position: [start] }, 'invalid-field', '/position'],
  ['a seed below 0', { opponent: ai, seed: -1 }, 'invalid-field', '/seed'],
  ['a seed with a fraction', { opponent: ai, seed: 1.5 }, 'invalid-field', '/seed'],
  ['a seed that is a word', { opponent: ai, seed: '1' }, 'invalid-field', '/seed'],
  ['an unknown visibility', { opponent: ai, visibility: 'secret' }, 'invalid-field', '/visibility'],
  ['metadata that are a list', { opponent: ai, metadata: [] }, 'invalid-field', '/metadata'],
  ['metadata that are a word', { opponent: ai, metadata: 'x' }, 'invalid-field', '/metadata'],
  ['something not known', { opponent: ai, gong: null }, 'unknown-field', '/gong'],
  ['a clock without a kind', { opponent: ai, clock: { seconds: 30 } }, 'missing-field', '/clock/kind'],
  ['a clock that is a number', { opponent: ai, clock: 30 }, 'invalid-field', '/clock'],
  ['a clock of another kind', { opponent: ai, clock: { kind: 'hourglass' } }, 'invalid-field', '/clock/kind'],
  ['too few seconds', { opponent: ai, clock: { kind: 'per_move', seconds: 4 } }, 'invalid-field', '/clock/seconds'],
  ['too many seconds', { opponent: ai, clock: { kind: 'per_move', seconds: 601 } }, 'invalid-field', '/clock/seconds'],
  ['too few days', { opponent: ai, clock: { kind: 'correspondence', days: 0 } }, 'invalid-field', '/clock/days'],
  ['too many days', { opponent: ai, clock: { kind: 'correspondence', days: 15 } }, 'invalid-field', '/clock/days'],
  ['seconds for days', { opponent: ai, clock: { kind: 'correspondence', seconds: 30 } }, 'invalid-field', '/clock/seconds'],
  ['days for seconds', { opponent: ai, clock: { kind: 'per_move', days: 1 } }, 'invalid-field', '/clock/days'],
  ['seconds of no clock', { opponent: ai, clock: { kind: 'none', seconds: 30 } }, 'invalid-field', '/clock/seconds'],
  ['a deadline of no clock', { opponent: ai, clock: { kind: 'none', on_timeout: 'forfeit' } }, 'invalid-field', '/clock/on_timeout'],
  ['another end of time', { opponent: ai, clock: { kind: 'per_move', on_timeout: 'ring' } }, 'invalid-field', '/clock/on_timeout'],
  ['a match to two wins', { opponent: ai, wins_needed: 2 }, 'invalid-field', '/wins_needed'],
  ['a match to seven wins', { opponent: ai, wins_needed: 7 }, 'invalid-field', '/wins_needed'],
]) {
  test(`refused: ${what}`, async () => {
    isProblem(await tests.alice.post('/v1/games', body), 400, code, { pointer });
  });
}

test('refused: a seed above 2^53 - 1; taken: that one', async () => {
  await newAgainst(tests.alice, 'easy', { seed: seedMax });
  for (const seed of ['9007199254740992', '9223372036854775807', '1e3']) {
    const answer = await tests.alice.post('/v1/games', `{"opponent":{"type":"local"},"seed":${seed}}`);
    isProblem(answer, 400, 'invalid-field', { pointer: '/seed' });
  }
});

test('refused: wait out of range', async () => {
  for (const wait of ['-1', '26', '1.5', '', 'x', '1e1', '+1', ' 1', '99999999999999999999']) {
    const answer = await tests.alice.post('/v1/games', { opponent: local }, { query: { wait } });
    isProblem(answer, 400, 'invalid-query', { parameter: 'wait' });
  }
});

test('the same key and body give the same game, as it is now', async () => {
  const bob = await tests.api.guest();
  const headers = { 'Idempotency-Key': 'once' };
  const body = { opponent: local, metadata: { n: 1 } };
  const first = await bob.post('/v1/games', body, { headers, expect: 201 });
  await play(bob, first.json, 'f5');
  const again = await bob.post('/v1/games', body, { headers, expect: 200 });
  assert.equal(again.headers['idempotent-replay'], 'true');
  assert.equal(again.json.id, first.json.id);
  assert.equal(again.json.moves, 'f5');
  const reordered = '{ "metadata": { "n": 1 }, "opponent": { "type": "local" } }';
  for (const same of [reordered, { ...body, seed: null, opponent: { ...local, level: null } }]) {
    const { json } = await bob.post('/v1/games', same, { headers, expect: 200 });
    assert.equal(json.id, first.json.id);
  }
  const { json } = await bob.get('/v1/account/games', { expect: 200 });
  assert.equal(json.items.length, 1);
});

test('the same key with another body is refused, and changes nothing', async () => {
  const bob = await tests.api.guest();
  const headers = { 'Idempotency-Key': 'once' };
  await bob.post('/v1/games', { opponent: local }, { headers, expect: 201 });
  const others = [{ opponent: ai }, { opponent: local, visibility: 'public' }, { opponent: local, seed: 1 }];
  for (const body of [...others, { opponent: local, metadata: { n: null } }]) {
    isProblem(await bob.post('/v1/games', body, { headers }), 422, 'idempotency-key-reused');
  }
  const { json } = await bob.get('/v1/account/games', { expect: 200 });
  assert.equal(json.items.length, 1);
});

test('a key is the caller’s own', async () => {
  const [bob, carol] = [await tests.api.guest(), await tests.api.guest()];
  const headers = { 'Idempotency-Key': 'shared' };
  const [one, two] = [
    await bob.post('/v1/games', { opponent: local }, { headers, expect: 201 }),
    await carol.post('/v1/games', { opponent: local }, { headers, expect: 201 }),
  ];
  assert.notEqual(one.json.id, two.json.id);
});

test('refused: keys that are no visible ASCII', async () => {
  for (const key of ['', 'two words', 'tab\there', 'é', 'k'.repeat(129)]) {
    const answer = await tests.alice.post('/v1/games', { opponent: local }, { headers: { 'Idempotency-Key': key } });
    isProblem(answer, 400, 'invalid-header', { parameter: 'Idempotency-Key' });
  }
});

test('a refused request leaves no game behind', async () => {
  const bob = await tests.api.guest();
  await bob.post('/v1/games', { opponent: local, color: 'black' }, { expect: 400 });
  await bob.post('/v1/games', { opponent: local, opening: 'position', position: `${empty} X` }, { expect: 422 });
  const { json } = await bob.get('/v1/account/games', { expect: 200 });
  assert.deepEqual(json.items, []);
});

test('a wait that is not for an AI is no wait', async () => {
  const before = await metric(tests.api, 'reversid_requests_parked');
  await newLocal(tests.alice, {});
  const { json } = await tests.alice.post('/v1/games', { opponent: ai }, { query: { wait: 25 }, expect: 201 });
  assert.equal(json.turn, 'black');
  assert.equal(await metric(tests.api, 'reversid_requests_parked'), before);
});
