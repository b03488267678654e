/** Each header is complete in itself: it compiles alone, twice, with the flags that the build gives its folder. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { compileCommands, files, read, root } from './tree.mjs';

/** Include folders of everything that is built, and for each macro the first value that the build gives it. */
function flags() {
  const words = compileCommands().flatMap(({ command }) => command.match(/(-isystem \S+|-[ID]\S+)/g) ?? []);
  const first = new Map();
  for (const word of words) {
    const key = word.startsWith('-D') ? word.split('=')[0] : word;
    if (!first.has(key)) first.set(key, word.replaceAll('\\', ''));
  }
  return [...first.values()].flatMap((word) => word.split(' '));
}

async function compile(header, options) {
  const args = ['-std=gnu17', '-fsyntax-only', '-Wall', '-Wextra', '-Werror', ...options, '-xc', '-'];
  const compiler = spawn(process.env.CC ?? 'cc', args, { cwd: root });
  let said = '';
  compiler.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  compiler.stdin.end(`#include "${join(root, header)}"\n#include "${join(root, header)}"\n`);
  const [status] = await once(compiler, 'close');
  return status === 0 ? [] : [`${header}: ${said.split('\n')[0]}`];
}

test('every header compiles alone', async () => {
  const headers = files(/^(engine|service|tests)\/.*\.h$/);
  const options = flags();
  const wrong = [];
  const next = async () => {
    for (let header = headers.pop(); header; header = headers.pop()) wrong.push(...(await compile(header, options)));
  };
  const width = availableParallelism?.() ?? cpus().length;
  assert.ok(headers.length > 0);
  await Promise.all(Array.from({ length: width }, next));
  assert.deepEqual(wrong, []);
});

test('every header begins by saying what it is for', () => {
  const silent = files(/^(engine|service|tests)\/.*\.h$/).filter((file) => !read(file).startsWith('/*'));
  assert.deepEqual(silent, []);
});
