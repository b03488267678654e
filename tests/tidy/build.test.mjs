/** The build names what it is made of: a file that nobody lists is a file that nobody builds. */
import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { test } from 'node:test';
import { compileCommands, files, read, root } from './tree.mjs';

const withoutComments = (file) => read(file).replace(/#.*$/gm, '');

test('every source file is built', () => {
  const built = new Set(compileCommands().map(({ file }) => relative(root, file)));
  assert.deepEqual(files(/^(engine|service|tests)\/.*\.c$/).filter((file) => !built.has(file)), []);
});

test('sources are never found by a pattern', () => {
  const found = files(/(CMakeLists\.txt|\.cmake)$/).filter((file) => /file\s*\(\s*GLOB/i.test(withoutComments(file)));
  assert.deepEqual(found, []);
});

test('what is generated is not tracked', () => {
  const generated = files(/(^|\/)(build|var|node_modules)\//);
  assert.deepEqual(generated, []);
});
