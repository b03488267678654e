/** The build names what it is made of: a file that nobody lists is a file that nobody builds. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { files, read, root } from './tree.mjs';

const withoutComments = (file) => read(file).replace(/#.*$/gm, '');

/** The CMakeLists.txt of a file's folder, or of the nearest one above that has one. */
function listOf(file) {
  let folder = dirname(file);
  while (!existsSync(join(root, folder, 'CMakeLists.txt'))) folder = dirname(folder);
  return join(folder, 'CMakeLists.txt');
}

test('every source file is listed in the CMakeLists.txt of its folder', () => {
  const unlisted = files(/^(engine|service|tests)\/.*\.c$/).filter((file) => {
    const list = listOf(file);
    const name = dirname(list) === dirname(file) ? file.split('/').pop() : file.slice(dirname(list).length + 1);
    const named = withoutComments(list).split(/[\s()]+/);
    const elsewhere = files(/CMakeLists\.txt$/).some((other) => withoutComments(other).includes(file));
    return !named.includes(name) && !elsewhere;
  });
  assert.deepEqual(unlisted, []);
});

test('sources are never found by a pattern', () => {
  const found = files(/(CMakeLists\.txt|\.cmake)$/).filter((file) => /file\s*\(\s*GLOB/i.test(withoutComments(file)));
  assert.deepEqual(found, []);
});

test('what is generated is not tracked', () => {
  const generated = files(/(^|\/)(build|var|node_modules)\//);
  assert.deepEqual(generated, []);
});
