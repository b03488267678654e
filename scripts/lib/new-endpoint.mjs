/** What scripts/new-endpoint does; see there. Nothing is written unless all of it can be. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [name, method, path] = process.argv.slice(2);
const ofGame = path.startsWith('/v1/games/{id}');
const changes = method !== 'GET';
const someId = '01929b54-8f3a-7c21-9d60-5be2f0a4c713';

function refuse(why) {
  console.error(`new-endpoint: ${why}`);
  process.exit(1);
}

function check() {
  if (!/^[a-z]+(_[a-z]+)+$/.test(name)) refuse(`"${name}" is no verb_noun`);
  if (!/^(GET|PUT|POST|DELETE)$/.test(method)) refuse(`the method is GET, PUT, POST or DELETE, not "${method}"`);
  if (!/^\/v1(\/([a-z-]+|\{[a-z]+\}))+$/.test(path)) refuse(`"${path}" is no path below /v1 such as /v1/games/{id}/pin`);
  if (existsSync(join(root, `service/endpoints/${name}.c`))) refuse(`${name} exists`);
}

/** Files to write: path from the root → text. */
const files = new Map();
const read = (file) => files.get(file) ?? readFileSync(join(root, file), 'utf8');

function change(file, pattern, replacement) {
  const before = read(file);
  const after = before.replace(pattern, replacement);
  if (after === before) refuse(`${file} has not the place for it: ${pattern}`);
  files.set(file, after);
}

/* --- the contract ---------------------------------------------------------------------------- */

const response = (status, component) => `        '${status}': { $ref: '#/components/responses/${component}' }`;

/** The parameters of the path, which all its operations have. */
function parameters() {
  const lines = [...path.matchAll(/\{(\w+)\}/g)].map(([, each]) =>
    ofGame && each === 'id'
      ? "      - $ref: '#/components/parameters/GameId'\n"
      : `      - { name: ${each}, in: path, required: true, description: Which one., schema: { type: string } }\n`,
  );
  return lines.length ? `    parameters:\n${lines.join('')}` : '';
}

const rate = !changes ? 'READ' : ofGame ? 'MOVE' : 'CREATE';

function operation() {
  const security = changes ? '[{ bearer: [] }]' : ofGame ? '[{}, { bearer: [] }]' : '[]';
  return [
    `    ${method.toLowerCase()}:`,
    `      operationId: ${name}`,
    `      x-bucket: ${{ READ: 'reads', MOVE: 'moves', CREATE: 'creation' }[rate]}`,
    `      tags: [${ofGame ? 'games' : 'service'}]`,
    `      summary: ${sentence()}`,
    '      description: What a client should know about it.',
    `      security: ${security}`,
    ...(changes
      ? [
          '      x-scope: play',
          '      requestBody:',
          '        required: false',
          '        content:',
          '          application/json:',
          "            schema: { $ref: '#/components/schemas/NoFields' }",
        ]
      : []),
    '      responses:',
    "        '200':",
    '          description: The time.',
    '          headers:',
    "            X-Request-Id: { $ref: '#/components/headers/RequestId' }",
    '          content:',
    '            application/json:',
    "              schema: { $ref: '#/components/schemas/ServerTime' }",
    response(400, changes ? 'BadBody' : 'BadQuery'),
    ...(changes ? [response(401, 'Unauthorized')] : ofGame ? [response(401, 'BadToken')] : []),
    ...(ofGame ? [response(404, 'GameNotFound')] : []),
    response(408, 'RequestTimeout'),
    ...(changes ? [response(413, 'BodyTooLarge')] : []),
    response(414, 'UriTooLong'),
    ...(changes ? [response(415, 'UnsupportedMediaType')] : []),
    response(429, 'RateLimited'),
    response(431, 'HeadersTooLarge'),
    response(500, 'Internal'),
    response(503, 'Unavailable'),
    '',
  ].join('\n');
}

function sentence() {
  const words = name.replaceAll('_', ' ');
  return words[0].toUpperCase() + words.slice(1);
}

/** Under its path if the contract has that, else as a new path at the end of them. */
function addOperation() {
  const head = new RegExp(`\\n  ${path.replace(/[{}]/g, '\\$&')}:\\n( {4}parameters:\\n( {6}.*\\n)+)?`);
  const [known] = head.exec(read('api/openapi.yaml')) ?? [];
  if (known) change('api/openapi.yaml', known, () => `${known}${operation()}`);
  else change('api/openapi.yaml', /\ncomponents:\n/, () => `\n  ${path}:\n${parameters()}${operation()}\ncomponents:\n`);
}

function addExample() {
  const values = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, each]) => [each, someId]));
  const request = {
    ...(Object.keys(values).length ? { path: values } : {}),
    ...(changes ? { headers: { Authorization: 'Bearer rvg_…' } } : {}),
  };
  const example = {
    summary: sentence(),
    ...(Object.keys(request).length ? { request } : {}),
    response: { status: 200, body: { server_time: '2026-05-04T18:22:41.317Z' } },
  };
  files.set(`api/examples/${name}/first.json`, `${JSON.stringify(example, null, 2)}\n`);
}

/* --- the service ----------------------------------------------------------------------------- */

function source() {
  const answer = (now) => `    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member_time(&writer, "server_time", ${now});
    json_end(&writer);
    return OK;
}
`;
  const body = changes ? '    TRY(ep_no_fields(request));\n' : '';
  const begin = `struct result ep_${name}(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
`;
  if (ofGame) {
    return `#include "endpoints/endpoint.h"

${begin}    struct ep_game *loaded;
    TRY(http_query_only(request, names));
${body}    TRY(ep_load_game(request, worker, &loaded));
${answer('loaded->now_ms')}`;
  }
  const caller = changes ? '    TRY(ep_require_good_token(request, worker, &player));\n' : '';
  return `#include "base/clock.h"
#include "endpoints/endpoint.h"

${begin}${changes ? '    struct uuid player;\n' : '    (void)worker;\n'}    TRY(http_query_only(request, names));
${body}${caller}${answer('clock_now_ms()')}`;
}

function addSource() {
  files.set(`service/endpoints/${name}.c`, source());
  change('service/endpoints/CMakeLists.txt', /SOURCES\n((?: {4}\w+\.c\n)+)/, (_, list) => {
    const lines = [...list.trimEnd().split('\n'), `    ${name}.c`].sort();
    return `SOURCES\n${lines.join('\n')}\n`;
  });
}

function addRoute() {
  const row = `ROUTE(${name}, ${method}, "${path}", ${changes ? 'PLAYER, PLAY' : 'PUBLIC, NONE'}, ${changes ? 'BODY_BYTES_MAX' : '0'}, ${rate})`;
  files.set('service/http/routes.def', `${read('service/http/routes.def').trimEnd()}\n${row}\n`);
}

/* --- the tests ------------------------------------------------------------------------------- */

function scenario() {
  const target = path.replace('{id}', ofGame ? '${id}' : someId).replace(/(^|[^$])\{\w+\}/g, `$1${someId}`);
  const game = ofGame ? '  const { id } = await newLocal(alice);\n' : '';
  return `// ${sentence()}.
import assert from 'node:assert/strict';
import { test } from 'node:test';
${ofGame ? "import { newLocal } from '../support/play.mjs';\n" : ''}import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();

test('it answers the time', async () => {
  const alice = await tests.api.guest();
${game}  const { json } = await alice.request('${method}', \`${target}\`, { expect: 200 });
  assert.ok(Math.abs(Date.parse(json.server_time) - Date.now()) < 60_000);
});
`;
}

check();
addOperation();
addExample();
addRoute();
addSource();
files.set(`tests/api/${name}.test.mjs`, scenario());
for (const [file, text] of files) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  console.log(`new-endpoint: ${relative(process.cwd(), join(root, file))}`);
}
console.log(`new-endpoint: then scripts/test contract api. Data of its own: sql/queries, statements.def, service/store.
new-endpoint: a path parameter other than a game's id, or a required body: a row of requests in tests/api/every_operation.test.mjs`);
