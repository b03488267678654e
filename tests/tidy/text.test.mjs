/** What every text file keeps to, whatever its language. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { files, read, root } from './tree.mjs';

const texts = files(/./).filter((file) => !/^tests\/fuzz\/corpus\//.test(file) && !read(file).includes('\0'));

function places(pattern, except = []) {
  return texts
    .filter((file) => !except.includes(file))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : [])),
    );
}

test('nothing is marked for later', () => {
  // Assembled, so that this file does not find itself. Three X alone are a piece of a board, or of a template.
  const marks = ['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK', 'X{3}(?=:| [a-z])'];
  assert.deepEqual(places(new RegExp(`(^|[^-A-Za-z])(${marks.join('|')})\\b`)), []);
});

test('no line ends in blanks, in carriage returns, or in the middle of a merge', () => {
  assert.deepEqual(places(/([ \t]+|\r)$|^(<{7}|>{7}) /), []);
});

test('every file ends with a newline, one', () => {
  const wrong = texts.filter((file) => read(file) !== '' && !/[^\n]\n$/.test(read(file)));
  assert.deepEqual(wrong, []);
});

test('a link in the documentation leads somewhere', () => {
  const broken = texts
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\(([^)#\s:]+)(#[^)]*)?\)/g)]
        .filter(([, target]) => !existsSync(join(root, dirname(file), target)))
        .map(([, target]) => `${file}: ${target}`),
    );
  assert.deepEqual(broken, []);
});
