// Watching a game: server-sent events and NDJSON, resumption, the end, and who may.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { test } from 'node:test';
import { createGunzip } from 'node:zlib';
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
  replayOf,
  until,
} from '../support/play.mjs';
import { squaresOf } from '../support/rules.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();
const wipeOut = 'f5d6c5f6e7f4g5e6e3';
const forms = ['text/event-stream', 'application/x-ndjson'];
const pathOf = ({ id }) => `/v1/games/${id}/events`;
const watch = (client, game, options) => client.stream(pathOf(game), options);

/** The stream is refused with this problem. */
async function refused(stream, status, code, members) {
  await assert.rejects(stream, (reason) => {
    assert.ok(reason.answer, reason.message);
    isProblem(reason.answer, status, code, members);
    return true;
  });
}

for (const accept of forms) {
  test(`${accept}: first the game as it is, then each change, and the end`, async () => {
    const game = await newLocal(tests.alice);
    const stream = await watch(tests.alice, game, { accept });
    assert.match(stream.headers['content-type'], new RegExp(`^${accept}`));
    assert.deepEqual(lasting((await stream.next()).game), lasting(game));
    let now = game;
    for (const square of squaresOf(wipeOut)) {
      now = await play(tests.alice, now, square);
      const { id, game: seen } = await stream.next();
      assert.equal(id, now.version);
      assert.deepEqual(lasting(seen), lasting(now));
      agrees(seen, replayOf(seen));
    }
    assert.equal(now.status, 'finished');
    assert.equal(await stream.next(), undefined);
  });
}

test('without Accept, or with */*, it is server-sent events', async () => {
  const game = await newLocal(tests.alice);
  for (const accept of [
    '*/*',
    'text/*',
    'application/json;q=0.5, */*;q=0.1',
    'text/event-stream;q=0.9, application/x-ndjson;q=0.5',
  ]) {
    const stream = await watch(tests.alice, game, { accept });
    assert.match(stream.headers['content-type'], /^text\/event-stream/);
    stream.close();
  }
  const answer = await tests.api.raw(`HEAD ${pathOf(game)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, {
    method: 'HEAD',
    path: pathOf(game),
  });
  assert.match(answer.headers['content-type'], /^text\/event-stream/);
});

test('refused: other forms', async () => {
  const game = await newLocal(tests.alice);
  for (const accept of [
    'application/json',
    'image/*',
    'text/event-stream;q=0',
    'text/plain, application/x-ndjson;q=0',
  ]) {
    await refused(watch(tests.alice, game, { accept }), 406, 'not-acceptable');
  }
});

test('each watcher sees the game as theirs', async () => {
  const game = await newLocal(tests.alice);
  const [mine, theirs] = [await watch(tests.alice, game), await watch(tests.api, game)];
  assert.deepEqual((await mine.next()).game.you, ['black', 'white']);
  assert.deepEqual((await theirs.next()).game.you, []);
  await play(tests.alice, game, 'f5');
  assert.deepEqual((await mine.next()).game.you, ['black', 'white']);
  assert.deepEqual((await theirs.next()).game.you, []);
  mine.close();
  theirs.close();
});

test('the AI’s move is an event of its own, and so is an undo', async () => {
  const game = await newAgainst(tests.alice, 'easy');
  const stream = await watch(tests.alice, game);
  await stream.next();
  const replied = await play(tests.alice, game, 'f5', 25);
  const versions = [];
  while (versions.at(-1) !== replied.version) versions.push((await stream.next()).id);
  assert.deepEqual(
    versions,
    [...versions].sort((one, two) => one - two),
  );
  await tests.alice.put(`/v1/games/${game.id}/branches/1`, undefined, { expect: 201 });
  const { game: back } = await stream.next();
  assert.deepEqual([back.ply, back.branch, back.version], [0, 1, replied.version + 1]);
  stream.close();
});

test('resuming at the present version, the first event is left out', async () => {
  let game = await play(tests.alice, await newLocal(tests.alice), 'f5');
  for (const accept of forms) {
    const stream = await watch(tests.alice, game, { accept, lastEventId: game.version });
    game = await play(tests.alice, game, game.legal_moves[0].square);
    assert.equal((await stream.next()).id, game.version);
    stream.close();
  }
});

test('resuming at an older version, or at one that never was, gives the present game', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), 'f5d6c3');
  for (const lastEventId of [0, 1, game.version - 1, game.version + 5, 2147483647]) {
    const stream = await watch(tests.alice, game, { lastEventId });
    assert.deepEqual(lasting((await stream.next()).game), lasting(game));
    stream.close();
  }
});

test('an empty Last-Event-ID is none', async () => {
  const game = await newLocal(tests.alice);
  const stream = await watch(tests.alice, game, { lastEventId: '' });
  assert.equal((await stream.next()).id, game.version);
  stream.close();
});

test('refused: a Last-Event-ID that is no version', async () => {
  const game = await newLocal(tests.alice);
  for (const lastEventId of ['x', '-1', '1.5', '1 2', '0x1', '99999999999999999999']) {
    await refused(watch(tests.alice, game, { lastEventId }), 400, 'invalid-header', { parameter: 'Last-Event-ID' });
  }
});

test('a game that is over: one event, or 204 where that was seen', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), wipeOut);
  for (const accept of forms) {
    const stream = await watch(tests.alice, game, { accept });
    assert.equal((await stream.next()).game.status, 'finished');
    assert.equal(await stream.next(), undefined);
    const headers = { Accept: accept, 'Last-Event-ID': String(game.version) };
    const { body } = await tests.alice.get(pathOf(game), { headers, expect: 204 });
    assert.equal(body.length, 0);
  }
});

for (const [what, path, body] of [
  ['resigned', 'resignation', { seat: 'black' }],
  ['aborted', 'abort', undefined],
]) {
  test(`the stream closes when the game is ${what}`, async () => {
    const game = await newLocal(tests.alice);
    const stream = await watch(tests.api, game);
    await stream.next();
    await tests.alice.put(`/v1/games/${game.id}/${path}`, body, { expect: 200 });
    assert.notEqual((await stream.next()).game.status, 'live');
    assert.equal(await stream.next(), undefined);
  });
}

test('a reader that does not read gets the latest, and blocks nobody', async () => {
  const game = await newLocal(tests.alice);
  const stream = await watch(tests.api, game);
  await stream.next();
  const over = await playAll(tests.alice, game, wipeOut);
  const seen = [];
  for await (const event of stream) seen.push(event.id);
  assert.equal(seen.at(-1), over.version);
  assert.deepEqual(
    seen,
    [...new Set(seen)].sort((one, two) => one - two),
  );
});

test('a watcher that goes away is forgotten', async () => {
  const game = await newLocal(tests.alice);
  const before = await metric(tests.api, 'reversid_streams_open');
  const stream = await watch(tests.api, game);
  await stream.next();
  assert.equal(await metric(tests.api, 'reversid_streams_open'), before + 1);
  stream.close();
  await play(tests.alice, game, 'f5');
  await until('the stream is gone', async () => (await metric(tests.api, 'reversid_streams_open')) === before);
});

test('a comment comes when nothing else does', async () => {
  const game = await newLocal(tests.alice);
  const streams = await Promise.all(forms.map((accept) => watch(tests.api, game, { accept })));
  for (const stream of streams) await stream.next();
  const last = streams.map((stream) => stream.next());
  await until('both had their heartbeat', () => streams.every((stream) => stream.comments > 0));
  await tests.alice.put(`/v1/games/${game.id}/abort`, undefined, { expect: 200 });
  for (const event of await Promise.all(last)) assert.equal(event.game.status, 'aborted');
});

test('refused: what is no game, and unknown parameters', async () => {
  await refused(watch(tests.alice, { id: nowhere }), 404, 'game-not-found');
  await refused(watch(tests.alice, { id: 'first' }), 400, 'invalid-path', { parameter: 'id' });
  const game = await newLocal(tests.alice);
  await refused(tests.alice.stream(`${pathOf(game)}?from=1`), 400, 'unknown-parameter', { parameter: 'from' });
  await refused(watch(tests.api.as('rvg_x'), game), 401, 'token-invalid');
});

test('streams of one connection after the other leave it usable', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), wipeOut);
  for (let count = 0; count < 20; count += 1) {
    const stream = await watch(tests.alice, game);
    const ended = once(stream.response, 'end');
    await stream.next();
    assert.equal(await stream.next(), undefined);
    await ended;
  }
});

/** The lines of a stream that a client who takes gzip gets, as they come. */
async function* gzippedLines({ id }) {
  const url = new URL(`/v1/games/${id}/events`, tests.service.url);
  const headers = { Accept: 'application/x-ndjson', 'Accept-Encoding': 'gzip' };
  const [response] = await once(http.get(url, { headers }), 'response');
  assert.equal(response.headers['content-encoding'], 'gzip');
  assert.match(response.headers.vary, /Accept-Encoding/);
  let text = '';
  for await (const bytes of response.pipe(createGunzip())) {
    text += bytes;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      yield text.slice(0, end);
      text = text.slice(end + 1);
    }
  }
}

test('compressed where the client takes gzip: each event can be read when it comes, and the end is a good one', async () => {
  const game = await newLocal(tests.alice);
  const lines = gzippedLines(game);
  let now = game;
  assert.equal(JSON.parse((await lines.next()).value).version, now.version);
  for (const square of squaresOf(wipeOut)) {
    now = await play(tests.alice, now, square);
    assert.equal(JSON.parse((await lines.next()).value).version, now.version);
  }
  assert.equal((await lines.next()).done, true);
});
