// A game as a picture, as text, and as a record.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isProblem, newAgainst, newLocal, nowhere, play, playAll, read } from '../support/play.mjs';
import { start } from '../support/rules.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();
const wipeOut = 'f5d6c5f6e7f4g5e6e3';
const forms = { svg: 'image/svg+xml', png: 'image/png', txt: 'text/plain; charset=utf-8' };

const board = (client, { id }, form, query, options) =>
  client.get(`/v1/games/${id}/board.${form}`, { query, ...options });

test('each form has its media type', async () => {
  const game = await newLocal(tests.alice);
  for (const [form, type] of Object.entries(forms)) {
    const { headers } = await board(tests.api, game, form, {}, { expect: 200 });
    assert.equal(headers['content-type'], type);
  }
});

test('a PNG has the size asked for', async () => {
  const game = await newLocal(tests.alice);
  for (const size of [64, 65, 400, 1024]) {
    const { body } = await board(tests.api, game, 'png', { size }, { expect: 200 });
    assert.deepEqual([...body.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
    const labelled = body.readUInt32BE(16);
    const bare = (await board(tests.api, game, 'png', { size, labels: false }, { expect: 200 })).body.readUInt32BE(16);
    assert.ok(labelled >= bare);
  }
});

test('an SVG is drawn without a script or another file', async () => {
  const game = await play(tests.alice, await newLocal(tests.alice), 'f5');
  const { text } = await board(tests.api, game, 'svg', {}, { expect: 200 });
  assert.match(text, /^(<\?xml[^>]*>\s*)?<svg /);
  assert.match(text.trimEnd(), /<\/svg>$/);
  assert.doesNotMatch(text, /<script|href=|url\(\s*["']?http/i);
});

/** The rows of an ASCII board, squares only. */
function squaresIn(text) {
  return text
    .split('\n')
    .filter((line) => /^\s*[1-8]\b/.test(line))
    .map((line) => line.replace(/[^XO.\-*·+]/g, ''));
}

test('the text shows the board, a1 at the top left', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), 'f5d6c3');
  const { text } = await board(tests.api, game, 'txt', { hints: false, last: false }, { expect: 200 });
  const rows = squaresIn(text);
  assert.equal(rows.length, 8, text);
  const discs = rows.map((row) => row.replace(/[^XO]/g, '-')).join('');
  assert.equal(discs, game.board, text);
});

test('flipped, h8 is at the top left', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), 'f5d6c3');
  const { text } = await board(tests.api, game, 'txt', { hints: false, last: false, flip: true }, { expect: 200 });
  const discs = squaresIn(text)
    .map((row) => row.replace(/[^XO]/g, '-'))
    .join('');
  assert.equal(discs, [...game.board].reverse().join(''), text);
});

test('emoji show as many discs as there are', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), 'f5d6c3');
  const query = { style: 'emoji', labels: false, last: false };
  const { text } = await board(tests.api, game, 'txt', query, { expect: 200 });
  const squares = [...text.split('\n').slice(0, 8).join('')];
  assert.equal(squares.filter((each) => each === '⚫').length, game.discs.black, text);
  assert.equal(squares.filter((each) => each === '⚪').length, game.discs.white, text);
});

test('a pass is told in the text', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), 'd3c3b3b2f5a3a1c1');
  assert.equal(game.passed, 'black');
  const { text } = await board(tests.api, game, 'txt', {}, { expect: 200 });
  assert.match(text, /black.*pass/i);
});

test('an earlier ply is shown as it was', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), wipeOut);
  const { text } = await board(tests.api, game, 'txt', { ply: 0, hints: false, last: false }, { expect: 200 });
  const discs = squaresIn(text)
    .map((row) => row.replace(/[^XO]/g, '-'))
    .join('');
  assert.equal(`${discs} X`, start);
  for (const form of Object.keys(forms)) {
    isProblem(await board(tests.api, game, form, { ply: 10 }), 404, 'ply-not-found', { parameter: 'ply' });
  }
});

test('with the present version it may be kept for ever, otherwise asked for again', async () => {
  const game = await play(tests.alice, await newLocal(tests.alice), 'f5');
  for (const form of Object.keys(forms)) {
    const cache = async (query) =>
      (await board(tests.api, game, form, query, { expect: 200 })).headers['cache-control'];
    assert.equal(await cache({ v: game.version }), 'public, max-age=31536000, immutable');
    for (const query of [{}, { v: game.version - 1 }, { v: game.version + 1 }])
      assert.equal(await cache(query), 'no-cache');
  }
});

test('the ETag changes with the game, not with who asks', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), 'f5d6');
  for (const form of Object.keys(forms)) {
    const now = await read(tests.api, game);
    const { etag } = (await board(tests.api, game, form, {}, { expect: 200 })).headers;
    assert.equal((await board(tests.alice, game, form, {}, { expect: 200 })).headers.etag, etag);
    await board(tests.alice, game, form, {}, { headers: { 'If-None-Match': etag }, expect: 304 });
    await play(tests.alice, now, now.legal_moves[0].square);
    await board(tests.alice, game, form, {}, { headers: { 'If-None-Match': etag }, expect: 200 });
  }
});

for (const [query, parameter] of [
  [{ size: 63 }, 'size'],
  [{ size: 1025 }, 'size'],
  [{ size: '' }, 'size'],
  [{ theme: 'pink' }, 'theme'],
  [{ hints: 'yes' }, 'hints'],
  [{ last: '1' }, 'last'],
  [{ labels: 'True' }, 'labels'],
  [{ flip: '' }, 'flip'],
  [{ v: -1 }, 'v'],
  [{ ply: 'x' }, 'ply'],
]) {
  test(`refused: a picture with ${JSON.stringify(query)}`, async () => {
    const game = await newLocal(tests.alice);
    for (const form of ['svg', 'png']) {
      isProblem(await board(tests.api, game, form, query), 400, 'invalid-query', { parameter });
    }
  });
}

test('refused: a text of an unknown style, or with a size', async () => {
  const game = await newLocal(tests.alice);
  isProblem(await board(tests.api, game, 'txt', { style: 'ansi' }), 400, 'invalid-query', { parameter: 'style' });
  isProblem(await board(tests.api, game, 'txt', { size: 400 }), 400, 'unknown-parameter', { parameter: 'size' });
  isProblem(await board(tests.api, game, 'svg', { style: 'ascii' }), 400, 'unknown-parameter', { parameter: 'style' });
});

test('there is no other form', async () => {
  const game = await newLocal(tests.alice);
  for (const form of ['gif', 'jpg', 'svgz', 'SVG']) {
    isProblem(await board(tests.api, game, form), 404, 'route-not-found');
  }
});

const record = ({ id }, format, options) => tests.api.get(`/v1/games/${id}/export`, { query: { format }, ...options });

test('the transcript is the placements and a line feed', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), wipeOut);
  const { text } = await record(game, 'transcript', { expect: 200 });
  assert.equal(text, `${wipeOut}\n`);
});

test('the JSON record has what lasts', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice, { metadata: { a: 1 } }), wipeOut);
  const { json } = await record(game, undefined, { expect: 200 });
  for (const name of [
    'id',
    'opening',
    'start_position',
    'moves',
    'players',
    'status',
    'result',
    'metadata',
    'created_at',
    'updated_at',
  ]) {
    assert.deepEqual(json[name], game[name], name);
  }
  const { json: list } = await tests.api.get(`/v1/games/${game.id}/moves`, { expect: 200 });
  assert.deepEqual(json.items, list.items);
  const again = await record(game, 'json', { expect: 200 });
  assert.deepEqual(again.json, json);
});

test('the GGF record is one game on one line, with its passes', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), 'd3c3b3b2f5a3a1c1');
  const { text } = await record(game, 'ggf', { expect: 200 });
  assert.match(text, /^\(;GM\[Othello\].*;\)\n$/);
  const moves = [...text.matchAll(/([BW])\[([A-H][1-8]|PA(?:SS)?)/gi)].map(
    ([, side, square]) => side + square.toLowerCase(),
  );
  assert.deepEqual(moves.slice(0, 8), ['Bd3', 'Wc3', 'Bb3', 'Wb2', 'Bf5', 'Wa3', 'Ba1', 'Wc1']);
});

test('the three records have three ETags', async () => {
  const game = await newLocal(tests.alice);
  const tags = await Promise.all(
    ['json', 'ggf', 'transcript'].map(async (format) => (await record(game, format)).headers.etag),
  );
  assert.equal(new Set(tags).size, 3);
  const { status } = await record(game, 'ggf', { headers: { 'If-None-Match': tags[1] } });
  assert.equal(status, 304);
});

test('a name cannot break out of a record', async () => {
  const bob = await tests.api.guest();
  await tests.database.sql(`UPDATE players SET name = 'a]b\\;<x>&"' WHERE id = '${bob.player.id}'`);
  const game = await newAgainst(bob, 'easy');
  const ggf = (await record(game, 'ggf', { expect: 200 })).text;
  assert.match(ggf, /^\(;GM\[Othello\].*;\)\n$/);
  assert.ok(!/PB\[a\]b/.test(ggf), ggf);
  const { text } = await board(tests.api, game, 'svg', {}, { expect: 200 });
  assert.doesNotMatch(text, /<x>/);
});

test('refused: an unknown format, and no game', async () => {
  const game = await newLocal(tests.alice);
  isProblem(await record(game, 'sgf'), 400, 'invalid-query', { parameter: 'format' });
  isProblem(await record({ id: nowhere }, 'json'), 404, 'game-not-found');
});

const drawn = (query, options) => tests.api.get('/v1/positions/board.svg', { query, ...options });

test('a position without a game is drawn as a game in it is', async () => {
  const game = await playAll(tests.alice, await newLocal(tests.alice), 'f5d6c3');
  const { text } = await board(tests.api, game, 'svg', { size: 200 }, { expect: 200 });
  assert.equal((await drawn({ transcript: 'f5d6c3', size: 200 }, { expect: 200 })).text, text);
});

test('a position is drawn from its squares, and from the original opening', async () => {
  const position = start;
  const { headers, text } = await drawn({ position }, { expect: 200 });
  assert.equal(headers['cache-control'], 'public, max-age=86400');
  assert.equal(text, (await drawn({}, { expect: 200 })).text);
  assert.notEqual(text, (await drawn({ opening: 'original' }, { expect: 200 })).text);
  assert.notEqual(text, (await drawn({ position, transcript: 'f5' }, { expect: 200 })).text);
});

test('refused: a position or a transcript that is none', async () => {
  isProblem(await drawn({ position: 'X' }), 400, 'invalid-query', { parameter: 'position' });
  isProblem(await drawn({ transcript: 'a1' }), 400, 'invalid-query', { parameter: 'transcript' });
  isProblem(await drawn({ position: start, opening: 'standard' }), 400, 'invalid-query', { parameter: 'opening' });
});
