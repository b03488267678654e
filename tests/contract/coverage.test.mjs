// The report of what no test saw: complete when everything was seen, and precise when something was not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadContract } from '../support/contract.mjs';
import { missing } from './coverage.mjs';

const contract = loadContract();

/** Hits as if tests had seen all that the contract names, but for what `leaveOut` says true to. */
function hits(leaveOut = () => false) {
  const seen = { answers: new Set(), statuses: new Set(), operations: new Set(), codes: new Set() };
  for (const { id, operation } of contract.operations) {
    for (const status of Object.keys(operation.responses)) {
      if (leaveOut(id, status)) continue;
      seen.operations.add(id);
      seen.answers.add(`${id} ${status}`);
      seen.statuses.add(Number(status));
    }
  }
  for (const code of Object.keys(contract.codes)) if (!leaveOut(code)) seen.codes.add(code);
  return seen;
}

test('nothing is missing when everything was seen', () => {
  assert.deepEqual(missing(contract, hits()), []);
});

test('an operation that nobody asked for is named, once', () => {
  const lines = missing(contract, hits((id) => id === 'undo_game'));
  assert.deepEqual(lines, ['undo_game: no test asks for it']);
});

test('an answer that nobody saw is named', () => {
  const lines = missing(contract, hits((id, status) => id === 'play_move' && status === '409'));
  assert.deepEqual(lines, ['play_move: no test sees its answer 409']);
});

test('an answer from in front of the operations needs to be seen once, anywhere', () => {
  assert.deepEqual(missing(contract, hits((id, status) => status === '414' && id !== 'get_time')), []);
  const lines = missing(contract, hits((id, status) => status === '414'));
  assert.deepEqual(lines, ['414: no test sees it, whatever the operation']);
});

test('an error code that nobody saw is named', () => {
  const lines = missing(contract, hits((id) => id === 'stale-branch'));
  assert.deepEqual(lines, ['stale-branch: no test sees this code']);
});
