// Requests that no honest client sends. Each gets a precise problem and changes nothing. What is asked of every operation
// alike is in every_operation.test.mjs; here are the game that must not change, and bytes that no library would send.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isProblem, lasting, newAgainst, newLocal, play, read, unchanged } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();

/** The commands of a game, each with a body that would be good. */
const commands = {
  play_move: ['moves/2', { square: 'd6' }],
  undo_game: ['branches/1', {}],
  resign_game: ['resignation', { seat: 'black' }],
  abort_game: ['abort', {}],
};

const deep = (depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const badBodies = [
  ['nothing but white space', ' \n', 'invalid-json'],
  ['a body cut short', '{"square":"d6"', 'invalid-json'],
  ['two bodies', '{}{}', 'invalid-json'],
  ['single quotes', "{'square':'d6'}", 'invalid-json'],
  ['a comment', '{/**/}', 'invalid-json'],
  ['a comma too many', '{"square":"d6",}', 'invalid-json'],
  ['a byte order mark', '\ufeff{}', 'invalid-json'],
  ['NaN', '{"square":NaN}', 'invalid-json'],
  ['a NUL', Buffer.from('{"square":"d6\0"}'), 'invalid-utf8'],
  ['an escaped NUL', '{"square":"d6\\u0000"}', 'invalid-utf8'],
  ['half a surrogate pair', '{"square":"\\ud83d"}', 'invalid-json'],
  ['a line feed in a string', '{"square":"d\n6"}', 'invalid-json'],
  ['nested too deeply', deep(17), 'invalid-json'],
  ['nested very deeply', '['.repeat(4000), 'invalid-json'],
  ['UTF-16', Buffer.from('{"square":"d6"}', 'utf16le'), 'invalid-utf8'],
  ['Latin-1', Buffer.from([0x7b, 0x22, 0xe4, 0x22, 0x3a, 0x31, 0x7d]), 'invalid-utf8'],
  ['an overlong encoding', Buffer.from([0x7b, 0x22, 0xc1, 0xa4, 0x22, 0x3a, 0x31, 0x7d]), 'invalid-utf8'],
  ['an encoded surrogate', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]), 'invalid-utf8'],
  [
    'beyond the last character',
    Buffer.from([0x7b, 0x22, 0xf4, 0x90, 0x80, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
    'invalid-utf8',
  ],
  ['a key twice', '{"square":"d6","square":"d6"}', 'duplicate-key'],
  ['a key twice, once escaped', '{"square":"d6","\\u0073quare":"d6"}', 'duplicate-key'],
  ['a list', '[{"square":"d6"}]', 'invalid-field'],
  ['a string', '"d6"', 'invalid-field'],
  ['a number', '1', 'invalid-field'],
  ['null', 'null', 'invalid-field'],
  ['a field of another case', '{"Square":"d6"}', 'unknown-field'],
  ['an empty name', '{"":1}', 'unknown-field'],
  ['__proto__', '{"__proto__":{"square":"d6"}}', 'unknown-field'],
];

for (const [operation, [path, good]] of Object.entries(commands)) {
  test(`${operation}: no bad body changes the game`, async () => {
    const game = await play(tests.alice, await newLocal(tests.alice), 'f5');
    const target = `/v1/games/${game.id}/${path}`;
    await unchanged(tests.alice, game, async () => {
      for (const [what, body, code] of badBodies) {
        const answer = await tests.alice.put(target, body);
        assert.equal(answer.json.code, code, `${what}: ${answer.text}`);
      }
      isProblem(await tests.alice.put(target, good, { type: 'text/plain' }), 415, 'unsupported-media-type');
      isProblem(
        await tests.alice.put(target, good, { type: 'application/json; charset=latin1' }),
        415,
        'unsupported-media-type',
      );
      isProblem(await tests.alice.put(target, good, { type: 'application/jsonx' }), 415, 'unsupported-media-type');
      const { body_bytes_max: most } = (await tests.api.get('/v1/limits', { expect: 200 })).json;
      isProblem(await tests.alice.put(target, `${JSON.stringify(good)}${' '.repeat(most)}`), 413, 'body-too-large');
      isProblem(await tests.alice.put(`${target}?surprise=1`, good), 400, 'unknown-parameter', {
        parameter: 'surprise',
      });
      isProblem(await tests.alice.put(`${target}/x`, good), 404, 'route-not-found');
      isProblem(await tests.alice.put(`${target}/`, good), 404, 'route-not-found');
      isProblem(await tests.alice.put(target, good, { token: null }), 401, 'token-missing');
      isProblem(await tests.alice.put(target, good, { token: `${tests.alice.token}x` }), 401, 'token-invalid');
      for (const method of ['DELETE', 'PATCH', 'POST']) {
        const answer = await tests.alice.request(method, target, { body: good });
        isProblem(answer, 405, 'method-not-allowed');
        assert.match(answer.headers.allow, /\bPUT\b/);
      }
    });
  });

  test(`${operation}: a media type with parameters that say nothing new is taken`, async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json ;']) {
      const game = await play(tests.alice, await newLocal(tests.alice), 'f5');
      const { status } = await tests.alice.put(`/v1/games/${game.id}/${path}`, good, { type });
      assert.ok(status < 300 || status === 403, `${type}: ${status}`);
    }
  });

  test(`${operation}: others cannot do it, nor with ids that are none`, async () => {
    const bob = await tests.api.guest();
    const game = await play(tests.alice, await newLocal(tests.alice), 'f5');
    await unchanged(tests.alice, game, async () => {
      isProblem(await bob.put(`/v1/games/${game.id}/${path}`, good), 403, 'not-a-seat');
      const ids = [
        '1',
        'first',
        game.id.slice(1),
        `${game.id}0`,
        game.id.replaceAll('-', ''),
        `{${game.id}}`,
        game.id.replace(/^./, 'g'),
        '%00',
        '..',
      ];
      for (const id of ids) {
        isProblem(await tests.alice.put(`/v1/games/${id}/${path}`, good), 400, 'invalid-path');
      }
    });
  });
}

test('a body for an operation that takes none is refused, and never read as a request', async () => {
  const game = await newLocal(tests.alice);
  const smuggled = `DELETE /v1/games/${game.id} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const options = { body: smuggled, type: 'text/plain' };
  const answer = await tests.alice.request('GET', `/v1/games/${game.id}`, options);
  isProblem(answer, 400, 'invalid-request');
  assert.deepEqual(lasting(await read(tests.alice, game)), lasting(game));
});

const send = (bytes, options) => tests.api.raw(bytes, { path: '/v1/time', ...options });
const line = 'GET /v1/time HTTP/1.1';
const host = 'Host: x';

for (const [what, bytes] of [
  ['two lengths', `${line}\r\n${host}\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n`],
  ['a length and chunks', `${line}\r\n${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['a length below 0', `${line}\r\n${host}\r\nContent-Length: -1\r\n\r\n`],
  ['a length that is no number', `${line}\r\n${host}\r\nContent-Length: 1e1\r\n\r\n`],
  ['another transfer coding', `${line}\r\n${host}\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
  ['two hosts', `${line}\r\n${host}\r\nHost: y\r\n\r\n`],
  ['no host', `${line}\r\n\r\n`],
  ['a blank before the colon', `${line}\r\n${host}\r\nX-A : b\r\n\r\n`],
  ['a folded line', `${line}\r\n${host}\r\nX-A: b\r\n c\r\n\r\n`],
  ['a bare line feed', `${line}\n${host}\n\n`],
  ['a bare carriage return', `${line}\r\n${host}\r\nX-A: b\rc\r\n\r\n`],
  ['a NUL in a header', `${line}\r\n${host}\r\nX-A: b\0c\r\n\r\n`],
  ['a header without a name', `${line}\r\n${host}\r\n: b\r\n\r\n`],
  ['a header without a colon', `${line}\r\n${host}\r\nX-A\r\n\r\n`],
  ['another version', `GET /v1/time HTTP/1.2\r\n${host}\r\n\r\n`],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['no version', `GET /v1/time\r\n${host}\r\n\r\n`],
  ['two blanks', `GET  /v1/time HTTP/1.1\r\n${host}\r\n\r\n`],
  ['a method that is no word', `G(T /v1/time HTTP/1.1\r\n${host}\r\n\r\n`],
  ['a NUL in the path', `GET /v1/\0time HTTP/1.1\r\n${host}\r\n\r\n`],
  ['TLS', Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0x00, 13, 10, 13, 10])],
]) {
  test(`not HTTP: ${what}`, async () => {
    const answer = await send(bytes);
    isProblem(answer, 400, 'invalid-request');
    assert.equal(answer.headers.connection, 'close');
  });
}

test('a path with a broken escape, or one that is no UTF-8', async () => {
  for (const path of ['/v1/problems/%', '/v1/problems/%zz', '/v1/problems/%c3%28', '/v1/problems/%00']) {
    const answer = await send(`GET ${path} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`, { path });
    isProblem(answer, 400, 'invalid-path');
  }
});

test('a query with a broken escape, or one that is no UTF-8', async () => {
  const { id } = await newLocal(tests.alice);
  for (const query of ['ply=%', 'ply=%zz', 'ply=%ff', 'ply=%00', '%ff=1']) {
    const answer = await tests.api.get(`/v1/games/${id}?${query}`);
    assert.equal(answer.status, 400, query);
    assert.match(answer.json.code, /^(invalid-query|unknown-parameter)$/);
  }
});

test('a huge URL, a huge head, many headers', async () => {
  const { json: limits } = await tests.api.get('/v1/limits', { expect: 200 });
  const ask = (target, ...headers) =>
    `GET ${target} HTTP/1.1\r\n${[host, ...headers].join('\r\n')}\r\nConnection: close\r\n\r\n`;
  const longest = `/v1/time?${'x'.repeat(limits.uri_bytes_max - '/v1/time?'.length)}`;
  isProblem(await send(ask(longest)), 400, 'unknown-parameter');
  for (const size of [limits.uri_bytes_max + 1, 100_000]) {
    isProblem(await send(ask(`/v1/time?${'x'.repeat(size - '/v1/time?'.length)}`)), 414, 'uri-too-long');
  }
  isProblem(await send(ask('/v1/time', `X-A: ${'x'.repeat(limits.header_bytes_max)}`)), 431, 'headers-too-large');
  isProblem(await send(ask('/v1/time', `X-A: ${'x'.repeat(1_000_000)}`)), 431, 'headers-too-large');
  isProblem(
    await send(ask('/v1/time', ...Array.from({ length: 2000 }, (_, index) => `X-${index}: 1`))),
    431,
    'headers-too-large',
  );
});

test('a body that is announced too large is refused unread', async () => {
  const path = '/v1/positions/legal-moves';
  const head = ['POST /v1/positions/legal-moves HTTP/1.1', host, 'Content-Type: application/json'];
  for (const length of ['1000000', '10000000000', '99999999999999999999']) {
    const answer = await send(`${[...head, `Content-Length: ${length}`].join('\r\n')}\r\n\r\n`, {
      method: 'POST',
      path,
    });
    assert.ok([400, 413].includes(answer.status), answer.text);
  }
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  const chunked = `${[...head, 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n${chunk}${chunk}0\r\n\r\n`;
  isProblem(await send(chunked, { method: 'POST', path }), 413, 'body-too-large');
});

test('a body in chunks is a body', async () => {
  const path = '/v1/positions/legal-moves';
  const bytes = [
    `POST ${path} HTTP/1.1`,
    host,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    'Connection: close',
    '',
    '5',
    '{"tra',
    'e',
    'nscript":"f5"}',
    '0',
    '',
    '',
  ].join('\r\n');
  const { status, json } = await send(bytes, { method: 'POST', path });
  assert.equal(status, 200);
  assert.equal(json.turn, 'white');
});

test('a client that goes away in the middle of a body has asked for nothing', async () => {
  const game = await newLocal(tests.alice);
  const path = `/v1/games/${game.id}/moves/1`;
  const body = '{"square":"f5"}';
  for (const length of [body.length + 1, body.length + 1000]) {
    const head = [
      `PUT ${path} HTTP/1.1`,
      host,
      `Authorization: Bearer ${tests.alice.token}`,
      'Content-Type: application/json',
    ];
    await hangUpAfter(`${[...head, `Content-Length: ${length}`].join('\r\n')}\r\n\r\n${body}`);
  }
  assert.deepEqual(lasting(await read(tests.alice, game)), lasting(game));
});

/** Sends bytes, waits until they have left, and closes the connection. */
async function hangUpAfter(bytes) {
  const { connect } = await import('node:net');
  const { hostname, port } = new URL(tests.service.url);
  await new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', reject);
    socket.on('connect', () => socket.write(bytes, () => socket.destroy()));
    socket.on('close', resolve);
  });
}

test('requests one after the other in one go are answered one after the other', async () => {
  const two = `GET /v1/time HTTP/1.1\r\n${host}\r\nX-Request-Id: one\r\n\r\nGET /v1/time HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`;
  const { headers } = await send(two);
  assert.equal(headers['x-request-id'], 'one');
});

test('tokens of others open nothing of mine', async () => {
  const bob = await tests.api.guest();
  const game = await newAgainst(tests.alice, 'easy');
  assert.deepEqual((await read(bob, game)).you, []);
  const { json } = await bob.get('/v1/account/games', { expect: 200 });
  assert.ok(!json.items.some((each) => each.id === game.id));
});
