import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { programFile } from '../support/service.mjs';

const run = (environment) => spawnSync(programFile, ['serve'], { env: environment, encoding: 'utf8' });

test('docs/SETTINGS.md says what --help says', () => {
  const page = readFileSync(new URL('../../docs/SETTINGS.md', import.meta.url), 'utf8');
  const help = execFileSync(programFile, ['--help'], { encoding: 'utf8' });
  assert.equal(page.split('```')[1], `\n${help}`);
});

for (const [name, value] of [
  ['REVERSID_REQUEST_WORKERS', '0'],
  ['REVERSID_REQUEST_WORKERS', 'many'],
  ['REVERSID_AI_QUEUE', '-1'],
  ['REVERSID_LOG_LEVEL', 'loud'],
  ['REVERSID_LOG_FORMAT', ''],
]) {
  test(`${name}=${value} stops the start with a sentence that names it`, () => {
    const { status, stderr } = run({ [name]: value, DATABASE_URL: 'host=/nonexistent' });
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`^reversid: ${name} is "${value}"; it must be .*\n$`));
  });
}

test('without a database the start stops with a sentence', () => {
  assert.match(run({}).stderr, /^reversid: DATABASE_URL is not set/);
  assert.match(run({ DATABASE_URL: 'host=/nonexistent' }).stderr, /^reversid: the database cannot be reached: /);
});

test('connections and streams are fitted into the limit of open files', () => {
  const limited = (files) => {
    const command = ['-c', `ulimit -n ${files}; exec "$0" serve`, programFile];
    return spawnSync('sh', command, { env: { DATABASE_URL: 'host=/nonexistent' }, encoding: 'utf8' });
  };
  const few = limited(1000);
  assert.match(few.stderr + few.stdout, /event=open-files-limit .*connections=\d{3} streams=\d{3} needed=15\d{3}/);
  assert.match(few.stderr, /reversid: the database cannot be reached: /);
  const none = limited(100);
  assert.equal(none.status, 1);
  assert.match(none.stderr, /^reversid: the limit of open files \(ulimit -Hn\) is too low: at least \d+ are needed\n$/);
});

test('--version answers whatever is set', () => {
  const version = spawnSync(programFile, ['--version'], { env: { REVERSID_AI_QUEUE: 'none' }, encoding: 'utf8' });
  assert.equal(version.status, 0);
  assert.match(version.stdout, /^reversid \d+\.\d+\.\d+\n$/);
});
