// Fair play: all ways to the engine, and all positions that would tell what to play in a rated game.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { copyGame, letPass } from '../support/people.mjs';
import { isProblem, move, newAgainst, newLocal, playAll, read, until, untilParked, waitFor } from '../support/play.mjs';
import { accounts, bring, clock, newRated, resign } from '../support/rated.mjs';
import { Replay, indexOf, replay, squareAt, squaresOf, start } from '../support/rules.mjs';
import { serviceForTests } from '../support/service.mjs';
import { analyse, follow, review, reviewPath } from '../support/study.mjs';

const tests = serviceForTests({ google: true });

/** A game in which nobody passes. */
const course = (() => {
  const game = new Replay();
  while (game.plies.length < 24) game.play(game.legal[(5 * game.plies.length) % game.legal.length].square);
  assert.ok(game.plies.every(({ passed }) => !passed));
  return game.moves;
})();

const first = (plies, ...more) => course.slice(0, 2 * plies) + more.join('');
const otherThan = (square, moves) => replay(moves).legal.find((each) => each.square !== square).square;
const nextOf = (moves, which) => replay(moves).legal.at(which).square;

// --- positions ---------------------------------------------------------------------------------

/** Ways to look at a board: where each square goes. */
const turns = Array.from({ length: 8 }, (_, way) => (square) => {
  const [x, y] = [square & 7, square >> 3].map((at, axis) => (way & (1 << axis) ? 7 - at : at));
  return way & 4 ? x * 8 + y : y * 8 + x;
});

function turned(position, turn, exchange) {
  const squares = Array(64);
  [...position.slice(0, 64)].forEach((disc, square) => (squares[turn(square)] = disc));
  const text = `${squares.join('')} ${position[65]}`;
  return exchange ? text.replaceAll(/[XO]/g, (disc) => (disc === 'X' ? 'O' : 'X')) : text;
}

/** Where moves lead: the position, the one before, the move between them, and whose turn it is. */
function placeOf(moves, turn = turns[0], exchange = false) {
  const image = (game) => turned(game.position, turn, exchange);
  const position = image(replay(moves));
  return {
    position,
    before: image(replay(moves.slice(0, -2))),
    square: squareAt(turn(indexOf(moves.slice(-2)))),
    color: position.endsWith('X') ? 'black' : 'white',
  };
}

const other = (color) => (color === 'black' ? 'white' : 'black');
const plies = 16; // that the rated game has come

const refused = {
  'where it stands': placeOf(first(plies)),
  'where it stands, mirrored': placeOf(first(plies), turns[1]),
  'where it stands, transposed and with colours exchanged': placeOf(first(plies), turns[4], true),
  'a move before': placeOf(first(plies - 1)),
  'two moves before': placeOf(first(plies - 2)),
  'long before, after the opening': placeOf(first(10)),
  'after a move': placeOf(first(plies, nextOf(first(plies), 0))),
  'after another move, turned': placeOf(first(plies, nextOf(first(plies), -1)), turns[6]),
  'after two moves': placeOf(first(plies + 2)),
};
const allowed = {
  'in the opening': placeOf(first(9)),
  'after three moves': placeOf(first(plies + 3)),
  'after another last move': placeOf(first(plies - 1, otherThan(squaresOf(first(plies)).at(-1), first(plies - 1)))),
};

// --- ways to the engine --------------------------------------------------------------------------

const from = (client, position, color, more) =>
  newAgainst(client, 'easy', { opening: 'position', position, color, ...more });

const question = (path, body) => async (client, place) => () => client.post(`/v1/positions/${path}`, body(place));

/** Each prepares what it needs while no rated game is being played; then it can be done, more than once. */
const ways = {
  'an analysis': question('analysis', ({ position }) => ({ position, depth: 1 })),
  'one of several analyses': question('analysis', ({ position }) => ({ positions: [{ position: start }, { position }], depth: 1 })),
  'an analysis in the background': question('analysis', ({ position }) => ({ position, nodes: 100, background: true })),
  'a chosen move': question('move', ({ position }) => ({ position, level: 'easy' })),
  'one of several chosen moves': question('move', ({ position }) => ({ positions: [{ position }, { position: start }], level: 'easy' })),
  'an analysis that was asked for before': async (client, { position }) => {
    const { json } = await analyse(client, { position, nodes: 100 });
    return () => client.get(`/v1/analyses/${json.id}`);
  },
  ...Object.fromEntries(
    ['black', 'white'].map((color) => [
      `a game from there as ${color}`,
      async (client, { position }) => () => client.post('/v1/games', { opponent: { type: 'ai', level: 'easy' }, opening: 'position', position, color }),
    ]),
  ),
  'a hint in a game that is there': async (client, { position, color }) => {
    const game = await from(client, position, color);
    return () => client.post(`/v1/games/${game.id}/hint`, { nodes: 100 });
  },
  'a move of a game that leads there': async (client, { before, square, color }) => {
    const game = await from(client, before, other(color));
    return () => move(client, game, square);
  },
  'the next game of a match that begins there': async (client, { position, color }) => {
    const game = await from(client, position, color, { wins_needed: 3 });
    return () => client.put(`/v1/games/${game.id}/resignation`);
  },
  'the rematch of a game that began there': async (client, { position, color }) => {
    const game = await from(client, position, color);
    await resign(client, game);
    return () => client.put(`/v1/games/${game.id}/rematch`);
  },
};

/** Every way to every one of some places, prepared. */
async function prepare(client, places) {
  const prepared = [];
  for (const [where, place] of Object.entries(places)) {
    for (const [what, way] of Object.entries(ways)) prepared.push({ title: `${what}, ${where}`, act: await way(client, place) });
  }
  return prepared;
}

/** A rated game between two that has come so far. */
async function ratedAt(black, white, moves) {
  const game = await newRated(black, white, { clock: { ...clock, seconds: 600 } });
  assert.ok(game.rated);
  await bring(tests.database, { id: game.id, you: ['black', 'white'] }, moves);
  return read(black, game);
}

/** A game against the AI from the usual opening where the human has the turn after these moves. */
async function usualAt(client, moves, more = {}) {
  const { turn } = replay(moves, more);
  const game = await newAgainst(client, 'easy', { color: turn, ...more });
  if (turn === 'white') await waitFor(client, game, ({ ply }) => ply === 1);
  await bring(tests.database, { ...game, you: [turn] }, moves);
  return read(client, game);
}

// --- tests ---------------------------------------------------------------------------------------

test('every way to the engine refuses every position that tells what to play, and no other', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const no = await prepare(ann, refused);
  const yes = await prepare(ann, allowed);
  const game = await ratedAt(ann, ben, first(plies));
  const done = async ({ title, act }) => assert.ok([200, 201, 202].includes((await act()).status), title);
  for (const { title, act } of no) {
    const answer = await act();
    assert.equal(answer.json.code, 'own-rated-game', `${title}: ${answer.text}`);
    isProblem(answer, 403, 'own-rated-game');
  }
  for (const each of yes) await done(each);
  await resign(ben, game);
  for (const each of no) await done(each);
});

test('a rated game that cannot be read forbids everything until it can, and is reported', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const all = await prepare(ann, { 'after three moves': allowed['after three moves'] });
  const { id } = await ratedAt(ann, ben, first(plies));
  await tests.database.sql(`UPDATE games SET moves = overlay(moves PLACING 'zz' FROM 1) WHERE id = '${id}'`);
  for (const { title, act } of all) {
    const answer = await act();
    assert.equal(answer.json.code, 'own-rated-game', `${title}: ${answer.text}`);
    assert.match(answer.json.detail, /cannot be read/);
  }
  assert.match(tests.service.log, new RegExp(`event=impossible-row .*rated game ${id}`));
  await tests.database.sql(`UPDATE games SET moves = '${first(plies)}' WHERE id = '${id}'`);
  for (const { title, act } of all) assert.ok([200, 201, 202].includes((await act()).status), title);
});

test('it is the same for both players, with every token of theirs, and for nobody else', async () => {
  const [ann, cat] = await accounts(tests, 2);
  const ben = await tests.signIn({ sub: 'ben' });
  const again = await tests.signIn({ sub: 'ben' });
  assert.equal(again.player.id, ben.player.id);
  const made = await ben.post('/v1/tokens', { name: 'a program', scopes: ['play'] }, { expect: 201 });
  const game = await ratedAt(ann, ben, first(plies));
  const ask = (client, body) => client.post('/v1/positions/move', { level: 'easy', ...body });
  for (const client of [ann, ben, again, ben.as(made.json.access_token)]) {
    isProblem(await ask(client, { opening: 'original', transcript: `d5d4e4e5${game.moves}` }), 403, 'own-rated-game');
  }
  const several = { positions: [{ transcript: 'f5' }, { transcript: game.moves }], level: 'easy' };
  isProblem(await ann.post('/v1/positions/move', several), 403, 'own-rated-game', { pointer: '/positions/1' });
  assert.equal((await ask(cat, { transcript: game.moves })).status, 200);
  assert.equal((await ask(tests.api, { transcript: game.moves })).status, 200);
  isProblem(await ann.post(`/v1/games/${game.id}/hint`), 403, 'hint-not-allowed');
  await ann.post('/v1/games', { opponent: { type: 'local' }, opening: 'position', position: refused['where it stands'].position }, { expect: 201 });
});

test('all ways to turn a board are the same, whoever is to move', async () => {
  const [ann, ben] = await accounts(tests, 2);
  await ratedAt(ann, ben, first(plies));
  for (const turn of turns) {
    for (const exchange of [false, true]) {
      const { position } = placeOf(first(plies), turn, exchange);
      for (const mover of ['X', 'O']) {
        const body = { position: `${position.slice(0, 64)} ${mover}`, level: 'easy' };
        isProblem(await ann.post('/v1/positions/move', body), 403, 'own-rated-game');
      }
    }
  }
});

test('a game against the AI from a usual opening is no way round', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const square = squaresOf(first(plies)).at(-1);
  const games = [
    await usualAt(ann, first(plies - 1)),
    await usualAt(ann, `d5d4e4e5${first(plies - 1)}`, { opening: 'original' }),
  ];
  const game = await ratedAt(ann, ben, first(plies));
  for (const each of games) {
    isProblem(await move(ann, each, square), 403, 'own-rated-game');
    isProblem(await ann.post(`/v1/games/${each.id}/hint`, { nodes: 100 }), 403, 'own-rated-game');
    assert.equal((await read(ann, each)).ply, each.ply);
  }
  await resign(ben, game);
  for (const each of games) assert.equal((await move(ann, each, square, { query: { wait: 25 } })).status, 201);
});

test('nobody is kept from games against the AI by a rated game in its opening', async () => {
  const [ann, ben] = await accounts(tests, 2);
  for (const moves of ['', first(1), first(9)]) {
    const before = await usualAt(ann, first(8));
    const game = await ratedAt(ann, ben, moves);
    for (const opening of ['standard', 'original', 'xot']) {
      for (const color of ['black', 'white']) {
        const begun = await waitFor(ann, await newAgainst(ann, 'easy', { opening, color }), ({ turn }) => turn === color);
        await waitFor(ann, (await move(ann, begun, begun.legal_moves[0].square)).json, ({ turn, status }) => turn === color || status !== 'live');
      }
    }
    await move(ann, before, squaresOf(first(9)).at(-1), { expect: 201 });
    isProblem(await ann.post('/v1/positions/move', { transcript: game.moves, level: 'easy' }), 403, 'own-rated-game');
    await resign(ann, game);
  }
});

test('a turn of the AI that something else brings about there waits for the rated game, and then is played as ever', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const { position, color } = refused['where it stands'];
  const match = await from(ann, position, color, { wins_needed: 3, clock: { kind: 'per_move', seconds: 30 } });
  const there = await newAgainst(ann, 'easy', { color: 'white' });
  const elsewhere = await newAgainst(ann, 'easy', { color: 'white' });
  for (const each of [there, elsewhere]) await waitFor(ann, each, ({ ply }) => ply === 1);
  const game = await ratedAt(ann, ben, first(plies));
  await bring(tests.database, there, first(plies));
  await bring(tests.database, elsewhere, first(plies + 4));
  const moved = async (which, ply) => (await waitFor(ann, which, (now) => now.ply > ply)).last_move.by;
  const waits = async ({ id }, ply) => {
    const left = `SELECT count(*) FROM games WHERE id = '${id}' AND ai_attempt = 0 AND ai_lease_until > now()`;
    await until('its turn is postponed', async () => (await tests.database.sql(left)) === '1');
    const now = await read(ann, { id });
    assert.deepEqual([now.ply, now.ai_waits_for], [ply, 'rated-game']);
    return now;
  };
  const { version } = await waits(there, plies);
  assert.equal(await moved(elsewhere, plies + 4), 'ai');
  await letPass(tests.database, match, 120_000);
  const next = { id: (await read(ann, match)).match.next_game_id };
  await waits(next, 0);
  // One that has waited long is looked at every five minutes, but for when the rated game goes on.
  await tests.database.sql(`UPDATE games SET turn_started_at = now() - interval '1 hour', ai_lease_until = now() WHERE id = '${there.id}'`);
  const left = `SELECT ai_lease_until > now() + interval '4 minutes' FROM games WHERE id = '${there.id}'`;
  await until('its turn is postponed for long', async () => (await tests.database.sql(left)) === 't');
  assert.equal((await waits(there, plies)).version, version);
  await resign(ben, game);
  assert.equal(await moved(there, plies), 'ai');
  assert.equal(await moved(next, 0), 'ai');
  for (const each of [there, next]) assert.equal((await read(ann, each)).ai_waits_for, null);
});

test('whoever waits for the AI’s move, or for a change, is told at once that the AI waits itself', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const there = await newAgainst(ann, 'easy', { color: 'white' });
  await waitFor(ann, there, ({ ply }) => ply === 1);
  await ratedAt(ann, ben, first(plies));
  await bring(tests.database, there, first(plies), `now() + interval '1 hour'`);
  const path = `/v1/games/${there.id}`;
  const { json: before, headers } = await ann.get(path, { expect: 200 });
  assert.deepEqual([before.turn, before.ai_waits_for], ['black', null]);
  const wait = { query: { wait: 25 } };
  const answers = [
    ann.put(`${path}/moves/${plies}`, { square: before.last_move.square }, wait), // again, which changes nothing
    ann.get(path, { ...wait, headers: { 'If-None-Match': headers.etag } }),
  ];
  await untilParked(tests.api, 2);
  await tests.database.sql(`UPDATE games SET ai_lease_until = now() WHERE id = '${there.id}'`);
  for (const { status, json } of await Promise.all(answers)) {
    assert.deepEqual([status, json.ply, json.version, json.ai_waits_for], [200, plies, before.version + 1, 'rated-game']);
    assert.ok(Date.parse(json.server_time) - Date.parse(json.updated_at) < 20_000, 'before the end of the wait');
  }
});

test('what a rated game has come to while the engine thought is not told', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const { position, color } = allowed['after three moves'];
  const hinted = await from(ann, position, color);
  const asked = {
    'an analysis': (nodes) => ann.post('/v1/positions/analysis', { position, nodes }),
    'chosen moves': (nodes) => ann.post('/v1/positions/move', { positions: Array(nodes / 250_000).fill({ position }), level: 'hard' }),
    'a hint': (nodes) => ann.post(`/v1/games/${hinted.id}/hint`, { nodes }),
  };
  const game = await ratedAt(ann, ben, first(plies));
  const whole = { id: game.id, you: ['black', 'white'] };
  /** Whether the rated game gets there before the engine has done: it has more to do each time. */
  const inTime = async (ask, nodes) => {
    await bring(tests.database, whole, first(plies));
    const { hints } = await read(ann, hinted);
    const answer = ask(nodes);
    await Promise.race([answer, untilParked(tests.api, 1).catch(() => {})]);
    await bring(tests.database, whole, first(plies + 1));
    const { status, json, text } = await answer;
    if (status === 200) return false;
    assert.deepEqual([status, json.code], [403, 'own-rated-game'], text);
    assert.equal((await read(ann, hinted)).hints, hints, 'no hint was given');
    return true;
  };
  for (const [what, ask] of Object.entries(asked)) {
    let nodes = 250_000;
    while (nodes < 20_000_000 && !(await inTime(ask, nodes))) nodes *= 4;
    assert.ok(nodes < 20_000_000, what);
  }
});

/** The moves of a review that have no scores: their plies. */
const withheld = ({ moves }) => moves.filter(({ before }) => before === null).map(({ ply }) => ply);
const upTo = (low, high) => Array.from({ length: high - low + 1 }, (_, index) => low + index);

test('a review leaves out what tells what to play, and nothing else', async () => {
  const [ann, ben, cat] = await accounts(tests, 3);
  const local = await playAll(ann, await newLocal(ann), first(22));
  await ann.put(`/v1/games/${local.id}/resignation`, { seat: 'black' }, { expect: 200 });
  await review(ann, local);
  const whole = await follow(ann, reviewPath(local));
  assert.deepEqual(withheld(whole.json), []);
  for (const [moves, expected] of [[first(8), upTo(6, 11)], [first(plies), upTo(10, 19)], ['', upTo(1, 3)]]) {
    const game = await ratedAt(ann, ben, moves);
    for (const client of [ann, ben]) {
      const headers = { 'If-None-Match': whole.headers.etag };
      const { json, headers: got } = await client.get(reviewPath(local), { headers, expect: 200 });
      assert.deepEqual(withheld(json), expected);
      const left = json.moves.filter(({ before }) => before === null);
      for (const each of left) assert.deepEqual([each.after, each.discs_lost, each.best, each.line, each.choices], [null, null, null, [], 0]);
      const lost = (color) => json.moves.filter((each) => each.color === color).reduce((sum, each) => sum + each.discs_lost, 0);
      assert.deepEqual([json.black.discs_lost, json.white.discs_lost], [lost('black'), lost('white')]);
      await client.get(reviewPath(local), { headers: { 'If-None-Match': got.etag }, expect: 304 });
    }
    assert.deepEqual(withheld((await review(ann, local)).json), expected);
    for (const client of [cat, tests.api]) assert.deepEqual((await client.get(reviewPath(local), { expect: 200 })).json.moves, whole.json.moves);
    await resign(ann, game);
  }
  assert.deepEqual((await ann.get(reviewPath(local), { expect: 200 })).json, whole.json);
});

test('who plays more rated games at once than are looked at is not helped at all', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const game = await ratedAt(ann, ben, first(plies));
  await copyGame(tests.database, game, Array.from({ length: 499 }, () => randomUUID()));
  const ask = () => ann.post('/v1/positions/move', { position: allowed['after three moves'].position, level: 'easy' });
  assert.equal((await ask()).status, 200);
  await copyGame(tests.database, game, [randomUUID()]);
  isProblem(await ask(), 403, 'own-rated-game');
});
