import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
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

const idsOrNone = 'it must be client ids with commas between them, or empty where nobody is to sign in';
const https = 'it must be an address that begins with https://';
const pem = 'it must be a PEM file that can be read and has a certificate, or empty to trust whom the system trusts';
for (const [name, values, rule] of [
  ['REVERSID_GOOGLE_CLIENT_IDS', [' , ', ',', ' ', 'a b"', '"a"', 'a;b', 'a\t', 'x'.repeat(256)], idsOrNone],
  ['REVERSID_GOOGLE_JWKS_URL', ['', 'http://keys.example/certs', 'keys.example', '/certs', 'https://', 'file:///certs'], https],
  ['REVERSID_GOOGLE_CA_FILE', ['/nonexistent', '/', '/dev/null', fileURLToPath(import.meta.url)], pem],
]) {
  for (const value of values) {
    test(`${name}=${value.slice(0, 40)} stops the start with a sentence that names it`, () => {
      const { status, stderr } = run({ [name]: value, DATABASE_URL: 'host=/nonexistent' });
      assert.equal(status, 1);
      assert.equal(stderr, `reversid: ${name} is "${value.slice(0, 100)}"; ${rule}\n`);
    });
  }
}

test('client ids are separated by commas, blanks, or both', () => {
  for (const ids of ['', 'a', '1-x_Y.apps.example', ' a,b , c  ,', 'x'.repeat(255)]) {
    const { stderr } = run({ REVERSID_GOOGLE_CLIENT_IDS: ids, DATABASE_URL: 'host=/nonexistent' });
    assert.match(stderr, /^reversid: the database cannot be reached: /, ids);
  }
});

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
