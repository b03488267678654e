// A client that was generated from the contract, and knows no rule, plays a game against each level.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { serviceForTests } from '../support/service.mjs';
import { compile, generateTypes } from '../support/typescript.mjs';

const tests = serviceForTests();
const folder = mkdtempSync(join(tmpdir(), 'reversid-client-'));
after(() => rmSync(folder, { recursive: true }));
await generateTypes(folder);
const source = fileURLToPath(new URL('../contract/client.ts', import.meta.url));
assert.deepEqual(compile([source], folder), ['']);
const library = fileURLToPath(new URL('../node_modules/openapi-fetch', import.meta.url));
mkdirSync(join(folder, 'node_modules'));
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
cpSync(library, join(folder, 'node_modules/openapi-fetch'), { recursive: true });
const { playGame } = await import(pathToFileURL(join(folder, 'client.js')));

for (const level of ['easy', 'medium', 'hard']) {
  test(`a whole game against ${level}`, async () => {
    const { url } = tests.api.parts;
    const game = await playGame(url.origin, level, ({ legal_moves: moves }) => moves[moves.length >> 1].square);
    tests.api.contract.checkGame(game);
    assert.equal(game.status, 'finished');
    assert.equal(game.result.reason, 'discs');
    assert.equal(game.players.white.level, level);
  });
}
