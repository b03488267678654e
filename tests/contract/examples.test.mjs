// Each example is one exchange as the contract has it, and each operation has at least one.
import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { test } from 'node:test';
import { readExamples } from '../../web/docs/bundle.mjs';
import { ContractError, loadContract } from '../support/contract.mjs';
import { answerOf, targetOf } from '../support/mock.mjs';

const contract = loadContract();
const examples = readExamples();

function checkRequest(operation, example, where) {
  const parameters = contract.parametersOf(operation);
  const { path = {}, query = {}, headers = {}, body } = example.request ?? {};
  for (const [place, given] of Object.entries({ path, query, header: headers })) {
    for (const [name, value] of Object.entries(given)) {
      if (place === 'header' && ['Authorization', 'Accept'].includes(name)) continue;
      const known = parameters.find((each) => each.in === place && each.name === name);
      assert.ok(known, `${where}: ${operation.id} has no ${place} parameter ${name}`);
      if (example.response.status >= 400) continue;
      const list = known.schema.type === 'array';
      const typed = known.schema.type === 'integer' ? Number(value) : value;
      contract.validate(known.schema, list ? value.split(',') : typed, false, `${where}: ${name}`);
    }
  }
  for (const { in: place, name, required } of parameters) {
    assert.ok(place !== 'path' || name in path, `${where}: ${name} is missing`);
    assert.ok(place === 'path' || !required, `${where}: ${name} is missing`);
  }
  if (body === undefined || example.response.status >= 400) return;
  const schema = operation.operation.requestBody.content['application/json'].schema;
  contract.validate(schema, body, false, `${where}: request`);
}

for (const example of examples) {
  const where = relative(process.cwd(), example.file);
  test(`${example.operation}/${example.name}: ${example.summary}`, () => {
    const operation = contract.byId(example.operation);
    checkRequest(operation, example, where);
    const { status } = example.response;
    assert.ok(operation.operation.responses[String(status)], `${where}: no answer ${status}`);
    const answer = answerOf(example);
    const seen = contract.check({ method: operation.method, path: targetOf(example), ...answer });
    assert.equal(seen.operation.id, example.operation);
  });
}

test('every operation has an example', () => {
  const shown = new Set(examples.map((example) => example.operation));
  assert.deepEqual(contract.operations.map((each) => each.id).filter((id) => !shown.has(id)), []);
});

test('a field that the contract does not name is noticed', () => {
  const example = examples.find((each) => each.operation === 'get_time');
  const { body } = example.response;
  const { headers } = answerOf(example);
  const answer = { method: 'GET', path: '/v1/time', status: 200, headers };
  contract.check({ ...answer, body: JSON.stringify(body) });
  const more = JSON.stringify({ ...body, zone: 'UTC' });
  assert.throws(() => contract.check({ ...answer, body: more }), ContractError);
});

test('an error code that does not belong to an operation is noticed', () => {
  const { body } = examples.find((each) => each.name === 'unknown' && each.operation === 'get_game').response;
  const headers = { 'x-request-id': body.request_id, 'content-type': 'application/problem+json' };
  const answer = { method: 'GET', status: 404, headers, body: JSON.stringify(body) };
  contract.check({ ...answer, path: '/v1/games/x' });
  assert.throws(() => contract.check({ ...answer, path: '/v1/problems/x' }), /not listed/);
});

test('a game that contradicts itself is noticed', () => {
  const { body } = examples.find((each) => each.operation === 'get_game' && each.name === 'live').response;
  contract.checkGame(body);
  for (const change of [
    { next_ply: 9 },
    { turn: null },
    { moves: 'f5' },
    { discs: { black: 1, white: 1, empty: 62 } },
    { legal_moves: [...body.legal_moves].reverse() },
    { passed: body.turn },
    { last_move: null },
    { server_time: body.created_at.replace('2026', '2025') },
  ]) {
    assert.throws(() => contract.checkGame({ ...body, ...change }), ContractError, Object.keys(change)[0]);
  }
});
