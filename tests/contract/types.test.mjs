// A TypeScript client is generated from the contract and type-checks.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadContract } from '../support/contract.mjs';
import { compile, generateTypes } from '../support/typescript.mjs';

const mistakes = [
  ['a field that does not exist', 'export const wrong = (game: Game) => game.clocks;', /clocks/],
  ['a null that is not looked at', 'export const wrong = (game: Game): number => game.last_move.ply;', /null/],
  ['a level that does not exist', "export const wrong: components['schemas']['Level'] = 'expert';", /expert/],
];
const head = `import type { components } from 'reversid-api';
export type Game = components['schemas']['Game'];
`;

let folder;
let said;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reversid-types-'));
  await generateTypes(folder);
  const wrong = mistakes.map(([, line], index) => {
    const file = join(folder, `wrong${index}.ts`);
    writeFileSync(file, head + line);
    return file;
  });
  said = compile([fileURLToPath(new URL('client.ts', import.meta.url)), ...wrong], folder);
});
after(() => rmSync(folder, { recursive: true }));

test('the client that plays a game compiles', () => assert.equal(said[0], ''));

for (const [index, [what, , complaint]] of mistakes.entries()) {
  test(`the types refuse ${what}`, () => assert.match(said[index + 1], complaint));
}

test('every operation has a type', () => {
  const types = readFileSync(join(folder, 'reversid-api.d.ts'), 'utf8');
  for (const { id } of loadContract().operations) assert.ok(types.includes(`operations["${id}"]`), id);
});
