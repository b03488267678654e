// What the contract says twice or the service says too is the same in both places.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadContract } from '../support/contract.mjs';

const contract = loadContract();

function readTable(path) {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').replace(/\/\*[^]*?\*\//g, '');
}

test('each error code of an answer has that answer’s status, and each code belongs to an answer', () => {
  // Answers to what no operation takes stand in no operation.
  const used = new Set(['route-not-found', 'method-not-allowed']);
  for (const { id, operation } of contract.operations) {
    for (const [status, reference] of Object.entries(operation.responses)) {
      const response = contract.resolve(reference);
      if (Number(status) >= 400) assert.ok(response['x-codes']?.length, `${id} ${status} has no codes`);
      for (const code of response['x-codes'] ?? []) {
        assert.equal(contract.codes[code]?.status, Number(status), `${id} ${status} ${code}`);
        used.add(code);
      }
    }
  }
  assert.deepEqual([...used].sort(), Object.keys(contract.codes).sort());
});

test('errors.def and the contract name the same error codes', () => {
  const rows = readTable('service/base/errors.def').matchAll(
    /ERROR\(\s*(\w+),\s*(\d+),\s*"([^"]*)",\s*"((?:[^"\\]|\\.)*)"\s*\)/g,
  );
  const table = {};
  for (const [, name, status, slug, title] of rows) {
    assert.equal(name, slug.replaceAll('-', '_').toUpperCase());
    table[slug] = { status: Number(status), title };
  }
  assert.deepEqual(table, contract.codes);
});

/** The names of limits.def in the order of its rows, those of a group behind its name and a dot. */
function readLimits() {
  const names = [];
  let group = '';
  for (const [, kind, name] of readTable('service/endpoints/limits.def').matchAll(/^(LIMITS_END|LIMITS|LIMIT)(?:\((\w+))?/gm)) {
    if (kind === 'LIMIT') names.push(group + name);
    else group = kind === 'LIMITS' ? `${name}.` : '';
  }
  return names;
}

test('limits.def and the contract name the same limits, all of which are there', () => {
  const names = [];
  const collect = ({ properties, required }, before) => {
    assert.deepEqual([...required].sort(), Object.keys(properties).sort(), before);
    for (const [name, schema] of Object.entries(properties)) {
      if (schema.type === 'object') collect(schema, `${name}.`);
      else if (schema.type === 'integer') names.push(before + name);
      else assert.ok(['reviews', 'rates'].includes(name), name);
    }
  };
  collect(contract.document.components.schemas.Limits, '');
  assert.deepEqual(readLimits(), names);
});

function readRoutes() {
  const rows = readTable('service/http/routes.def').matchAll(
    /ROUTE\(\s*(\w+),\s*(\w+),\s*"([^"]*)",\s*(\w+),\s*(\w+),\s*(\w+),\s*(\w+)\s*\)/g,
  );
  return [...rows].map(([, id, method, path, access, scope, body, rate]) => ({ id, method, path, access, scope, body, rate }));
}

test('routes.def and the contract name the same operations', () => {
  const said = (each) => `${each.id} ${each.method} ${each.path}`;
  assert.deepEqual(readRoutes().map(said).sort(), contract.operations.map(said).sort());
});

test('routes.def and the contract agree on who may call and what takes a body', () => {
  for (const { id, access, body } of readRoutes()) {
    const { security, requestBody } = contract.byId(id).operation;
    const closed = security.length > 0 && security.every((each) => Object.keys(each).length > 0);
    const wanted = security.length === 0 ? 'OPEN' : closed ? 'PLAYER' : 'PUBLIC';
    assert.equal(access === 'ENTRY' ? 'PUBLIC' : access, wanted, id);
    assert.equal(body !== '0', requestBody !== undefined, `${id}: body ${body}`);
  }
});

test('routes.def and the contract agree on the bucket that a request is counted in', () => {
  const buckets = { READ: 'reads', LOOK: 'reads', MOVE: 'moves', CREATE: 'creation', ENGINE: 'engine' };
  for (const { id, rate } of readRoutes()) {
    assert.equal(contract.byId(id).operation['x-bucket'], buckets[rate], id);
  }
});

test('routes.def and the contract agree on the scope that a personal token needs', () => {
  for (const { id, access, scope } of readRoutes()) {
    assert.equal(contract.byId(id).operation['x-scope'] ?? 'none', scope.toLowerCase(), id);
    assert.equal(scope === 'NONE', ['OPEN', 'PUBLIC', 'ENTRY'].includes(access), id);
  }
});

test('every operation that a personal token needs a scope for says what comes without it', () => {
  // Anybody may do these, without a token too; what is asked about, or made, may be the player's own.
  const mayBeOwn = ['analyse_position', 'get_analysis', 'delete_analysis', 'get_challenge', 'list_seeks'];
  for (const { id, operation } of contract.operations) {
    const codes = contract.resolve(operation.responses['403'])?.['x-codes'] ?? [];
    assert.equal(codes.includes('scope-missing'), operation['x-scope'] !== undefined || mayBeOwn.includes(id), id);
  }
});
