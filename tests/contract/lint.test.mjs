// The contract as it is written and as it is served has nothing to complain about: redocly.yaml at the top says by
// which rules.
import { lint, loadConfig } from '@redocly/openapi-core';
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle, operationsOf, parseYaml, readContract, writeBundle } from '../../web/docs/bundle.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

async function complaints(ref) {
  const config = await loadConfig({ configPath: join(root, 'redocly.yaml') });
  const problems = await lint({ ref, config });
  return problems.map((each) => `${each.ruleId}: ${each.message} ${each.location?.[0]?.pointer ?? ''}`);
}

test('openapi.yaml lints clean', async () => {
  assert.deepEqual(await complaints(join(root, 'api/openapi.yaml')), []);
});

test('what is served lints clean, in both forms, and both say the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reversid-contract-'));
  try {
    writeBundle(folder);
    assert.deepEqual(await complaints(join(folder, 'openapi.json')), []);
    assert.deepEqual(await complaints(join(folder, 'openapi.yaml')), []);
    assert.deepEqual(
      parseYaml(readFileSync(join(folder, 'openapi.yaml'), 'utf8')),
      JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a fault is noticed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reversid-contract-'));
  try {
    const broken = bundle();
    broken.paths['/v1/time'].get.operationId = 'get_limits';
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(broken));
    assert.match((await complaints(file)).join('\n'), /operation-operationId-unique/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Nodes of the document with their JSON pointers. */
function* walk(node, at = '') {
  if (node === null || typeof node !== 'object') return;
  yield [at, node];
  for (const [key, child] of Object.entries(node)) yield* walk(child, `${at}/${key}`);
}

test('only what every generator takes is used', () => {
  const forbidden = ['allOf', 'anyOf', 'not', 'discriminator', 'patternProperties', 'const', 'callbacks', 'xml'];
  for (const [at, node] of walk(readContract())) {
    for (const key of forbidden) assert.ok(!(key in node), `${at} uses ${key}`);
    if (node.oneOf) assert.match(at, /\/responses\/200\//, `${at}: oneOf only in answers of one or many`);
    // Some generators make a field with a default one that must be sent.
    if (/^\/components\/schemas\//.test(at)) assert.ok(!('default' in node), `${at} has a default`);
    if (node.nullable && node.enum) assert.ok(node.enum.includes(null), `${at}: enum without null`);
  }
});

test('LastMove is Move, or null', () => {
  const { Move, LastMove } = readContract().components.schemas;
  const { nullable, description, ...rest } = LastMove;
  assert.equal(nullable, true);
  assert.deepEqual(rest, Move);
});

test('requests refuse unknown fields, answers leave room to grow', () => {
  const contract = readContract();
  const { schemas } = contract.components;
  for (const { id, operation } of operationsOf(contract)) {
    const reference = operation.requestBody?.content['application/json'].schema.$ref;
    if (!reference) continue;
    const schema = schemas[reference.split('/').pop()];
    assert.equal(schema.additionalProperties, false, `${id} takes unknown fields`);
  }
  const answers = ['Game', 'Move', 'Problem', 'GameList', 'LegalMoves', 'Limits', 'Options'];
  for (const name of answers) assert.equal(schemas[name].additionalProperties, undefined, name);
});

test('each operation names the answers that come from in front of it', () => {
  for (const { id, path, operation } of operationsOf(readContract())) {
    const wanted = ['400', '408', '414', '431', '500', '503'];
    if (path.startsWith('/v1')) wanted.push('429');
    if (operation.requestBody) wanted.push('413', '415');
    if (operation.security.length) wanted.push('401');
    if (operation.parameters?.some((each) => each.$ref?.endsWith('/IfNoneMatch'))) wanted.push('304');
    for (const status of wanted) assert.ok(operation.responses[status], `${id} lacks ${status}`);
  }
});
