/**
 * Did the tests see everything that the contract names? Run after them, with the same REVERSID_CONTRACT_HITS:
 *
 *     node tests/contract/coverage.mjs [folder]
 *
 * Fails if an operation was never asked, if an answer that an operation names was never seen, or if an error code never
 * came. An answer given in front of all operations (x-scope: server in the contract) needs to be seen once, anywhere.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Contract } from '../support/contract.mjs';

/** What no test can bring about, and why. */
const excused = {
  statuses: new Map([[500, 'only a fault of the service answers it; a test that could would be a fault']]),
  codes: new Map([['internal', 'as status 500']]),
};

function readHits(folder) {
  const hits = { answers: new Set(), statuses: new Set(), operations: new Set(), codes: new Set() };
  for (const file of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, file), 'utf8').trim().split('\n')) {
      const [operation, status, code] = line.split(' ');
      hits.answers.add(`${operation} ${status}`);
      hits.statuses.add(Number(status));
      hits.operations.add(operation);
      hits.codes.add(code);
    }
  }
  return hits;
}

/** What was never seen, as lines. */
export function missing(contract, hits) {
  const lines = [];
  const anywhere = new Set();
  for (const { id, operation } of contract.operations) {
    if (!hits.operations.has(id)) {
      lines.push(`${id}: no test asks for it`);
      continue;
    }
    for (const [status, reference] of Object.entries(operation.responses)) {
      if (excused.statuses.has(Number(status))) continue;
      if (contract.resolve(reference)['x-scope'] === 'server') anywhere.add(status);
      else if (!hits.answers.has(`${id} ${status}`)) lines.push(`${id}: no test sees its answer ${status}`);
    }
  }
  for (const status of anywhere) {
    if (!hits.statuses.has(Number(status))) lines.push(`${status}: no test sees it, whatever the operation`);
  }
  for (const code of Object.keys(contract.codes)) {
    if (!hits.codes.has(code) && !excused.codes.has(code)) lines.push(`${code}: no test sees this code`);
  }
  return lines;
}

function main() {
  const folder = process.argv[2] ?? process.env.REVERSID_CONTRACT_HITS;
  if (!folder) {
    console.error('usage: node tests/contract/coverage.mjs <folder>');
    process.exit(2);
  }
  if (!existsSync(folder)) {
    console.error(`${folder} does not exist: no test has talked to the service with REVERSID_CONTRACT_HITS=${folder}`);
    process.exit(1);
  }
  const contract = new Contract();
  const hits = readHits(folder);
  const lines = missing(contract, hits);
  for (const line of lines) console.log(line);
  for (const [what, reason] of [...excused.statuses, ...excused.codes]) {
    console.log(`excused: ${what}: ${reason}`);
  }
  console.log(`${contract.operations.length} operations, ${hits.answers.size} answers seen, ${lines.length} missing`);
  process.exit(lines.length ? 1 : 0);
}

if (process.argv[1]?.endsWith('coverage.mjs')) main();
