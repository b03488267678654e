// Reading a game: who asks, earlier positions, ETags, and waiting for a change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  agrees,
  isProblem,
  lasting,
  metric,
  newAgainst,
  newLocal,
  nowhere,
  play,
  playAll,
  read,
  until,
  untilParked,
} from '../support/play.mjs';
import { replay, squaresOf } from '../support/rules.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();

/** White cannot move after the eighth placement; black wins at the ninth by taking all. */
const wipeOut = 'f5d6c5f6e7f4g5e6e3';

test('anyone may look, and sees no seat of theirs', async () => {
  const game = await newLocal(tests.alice);
  const bob = await tests.api.guest();
  for (const client of [bob, tests.api]) {
    const seen = await read(client, game);
    assert.deepEqual(seen.you, []);
    const { you, can_abort: abort, can_offer_draw: draw } = game;
    assert.deepEqual({ ...lasting(seen), you, can_abort: abort, can_offer_draw: draw }, lasting(game));
  }
});

test('ids are taken in either case', async () => {
  const { id } = await newLocal(tests.alice);
  assert.equal((await read(tests.alice, { id: id.toUpperCase() })).id, id);
});

test('every earlier position of a game can be seen', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), wipeOut);
  assert.equal(game.status, 'finished');
  const squares = squaresOf(wipeOut);
  for (let ply = 0; ply <= squares.length; ply += 1) {
    const { json } = await tests.alice.get(`/v1/games/${game.id}`, { query: { ply }, expect: 200 });
    const expected = replay(squares.slice(0, ply).join(''));
    agrees({ ...json, status: expected.over ? 'finished' : 'live', result: expected.result }, expected);
    assert.equal(json.last_move?.square, squares[ply - 1]);
    assert.equal(json.status, 'finished');
    assert.deepEqual(json.result, game.result);
  }
  const beyond = await tests.alice.get(`/v1/games/${game.id}`, { query: { ply: squares.length + 1 } });
  isProblem(beyond, 404, 'ply-not-found', { parameter: 'ply' });
});

test('the present ply of a live game is not over', async () => {
  const game = await play(tests.alice, await newLocal(tests.alice), 'f5');
  const { json } = await tests.alice.get(`/v1/games/${game.id}`, { query: { ply: 1 }, expect: 200 });
  assert.equal(json.turn, 'white');
  assert.equal(json.legal_moves.length, 3);
});

test('the ETag changes with the version, and with who asks', async () => {
  const game = await newLocal(tests.alice);
  const path = `/v1/games/${game.id}`;
  const mine = await tests.alice.get(path, { expect: 200 });
  const theirs = await tests.api.get(path, { expect: 200 });
  assert.notEqual(mine.headers.etag, theirs.headers.etag);
  assert.match(mine.headers.vary, /Authorization/i);
  await tests.alice.get(path, { headers: { 'If-None-Match': mine.headers.etag }, expect: 304 });
  await tests.alice.get(path, { headers: { 'If-None-Match': theirs.headers.etag }, expect: 200 });
  await tests.api.get(path, { headers: { 'If-None-Match': mine.headers.etag }, expect: 200 });
  const earlier = await tests.alice.get(path, { query: { ply: 0 }, expect: 200 });
  assert.notEqual(earlier.headers.etag, mine.headers.etag);
  const moved = await play(tests.alice, game, 'f5');
  assert.equal(moved.version, 2);
  const after = await tests.alice.get(path, { headers: { 'If-None-Match': mine.headers.etag }, expect: 200 });
  assert.notEqual(after.headers.etag, mine.headers.etag);
});

test('the answer to a command has the ETag of the game', async () => {
  const game = await newLocal(tests.alice);
  const moved = await tests.alice.put(`/v1/games/${game.id}/moves/1`, { square: 'f5' }, { expect: 201 });
  await tests.alice.get(`/v1/games/${game.id}`, { headers: { 'If-None-Match': moved.headers.etag }, expect: 304 });
});

test('If-None-Match takes lists, strong spelling and *', async () => {
  const game = await newLocal(tests.alice);
  const path = `/v1/games/${game.id}`;
  const { etag } = (await tests.alice.get(path)).headers;
  for (const header of [`"x", ${etag}`, `${etag},"y"`, etag.slice(2), '*']) {
    await tests.alice.get(path, { headers: { 'If-None-Match': header }, expect: 304 });
  }
  for (const header of ['"x"', 'x', etag.slice(0, -1), '']) {
    await tests.alice.get(path, { headers: { 'If-None-Match': header }, expect: 200 });
  }
});

test('waiting ends when the game changes', async () => {
  const game = await newLocal(tests.alice);
  const path = `/v1/games/${game.id}`;
  const { etag } = (await tests.alice.get(path)).headers;
  const waiting = tests.alice.get(path, { headers: { 'If-None-Match': etag }, query: { wait: 25 } });
  await untilParked(tests.api, 1);
  await play(tests.alice, game, 'f5');
  const { status, json } = await waiting;
  assert.equal(status, 200);
  assert.equal(json.moves, 'f5');
});

test('many may wait for the same game', async () => {
  const game = await newLocal(tests.alice);
  const path = `/v1/games/${game.id}`;
  const { etag } = (await tests.api.get(path)).headers;
  const ask = () => tests.api.get(path, { headers: { 'If-None-Match': etag }, query: { wait: 25 }, expect: 200 });
  const waiting = Array.from({ length: 50 }, ask);
  await untilParked(tests.api, 50);
  await play(tests.alice, game, 'f5');
  for (const { json } of await Promise.all(waiting)) assert.equal(json.moves, 'f5');
});

test('waiting in vain is 304', async () => {
  const game = await newLocal(tests.alice);
  const path = `/v1/games/${game.id}`;
  const { etag } = (await tests.alice.get(path)).headers;
  const { status, headers } = await tests.alice.get(path, { headers: { 'If-None-Match': etag }, query: { wait: 1 } });
  assert.equal(status, 304);
  assert.equal(headers.etag, etag);
});

test('waiting for what has already changed is no wait', async () => {
  const game = await newLocal(tests.alice);
  const path = `/v1/games/${game.id}`;
  const { etag } = (await tests.alice.get(path)).headers;
  await play(tests.alice, game, 'f5');
  const { json } = await tests.alice.get(path, {
    headers: { 'If-None-Match': etag },
    query: { wait: 25 },
    expect: 200,
  });
  assert.equal(json.moves, 'f5');
});

test('a waiting client that goes away is forgotten', async () => {
  const game = await newLocal(tests.alice);
  const path = `/v1/games/${game.id}`;
  const { etag } = (await tests.alice.get(path)).headers;
  const gone = new AbortController();
  const waiting = tests.alice.get(path, {
    headers: { 'If-None-Match': etag },
    query: { wait: 25 },
    signal: gone.signal,
  });
  await untilParked(tests.api, 1);
  gone.abort();
  await assert.rejects(waiting);
  assert.equal((await play(tests.alice, game, 'f5')).moves, 'f5');
  await until('nobody waits', async () => (await metric(tests.api, 'reversid_requests_parked')) === 0);
});

for (const [query, parameter] of [
  [{ ply: -1 }, 'ply'],
  [{ ply: 65 }, 'ply'],
  [{ ply: '1.0' }, 'ply'],
  [{ ply: '' }, 'ply'],
  [{ ply: '0x1' }, 'ply'],
  [{ wait: 26 }, 'wait'],
  [{ wait: 1, ply: 0 }, 'wait'],
]) {
  test(`refused: ${JSON.stringify(query)}`, async () => {
    const { id } = await newLocal(tests.alice);
    isProblem(await tests.alice.get(`/v1/games/${id}`, { query }), 400, 'invalid-query', { parameter });
  });
}

test('refused: a parameter given twice', async () => {
  const { id } = await newLocal(tests.alice);
  isProblem(await tests.alice.get(`/v1/games/${id}?ply=0&ply=0`), 400, 'invalid-query', { parameter: 'ply' });
});

test('a game that does not exist is 404', async () => {
  isProblem(await tests.alice.get(`/v1/games/${nowhere}`), 404, 'game-not-found');
});

test('links lead to what they name', async () => {
  const { links } = await newAgainst(tests.alice, 'easy');
  for (const path of [links.self, links.page.split('#')[0], links.svg, links.png, links.txt])
    await tests.api.get(path, { expect: 200 });
  const stream = await tests.api.stream(links.events);
  assert.ok(await stream.next());
  stream.close();
});
