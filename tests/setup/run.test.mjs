/**
 * scripts/run as an operator meets it: it serves, stops in order, keeps the data, leaves nothing behind when it is
 * killed, and brings the database back.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../scripts/run', import.meta.url));
const state = mkdtempSync(join(tmpdir(), 'reversid test, '));
chmodSync(state, 0o711); // root starts the database as another user, who must get in
const data = join(state, 'postgres');
const lock = join(data, 'postmaster.pid');
const started = [];

/** Asks until it holds; the test runner bounds the wait. */
async function until(holds) {
  while (!(await holds())) await sleep(20);
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const postmaster = () => Number(readFileSync(lock, 'utf8').split('\n')[0]);
const clusterReady = () => existsSync(lock) && /^ready/m.test(readFileSync(lock, 'utf8'));

class Run {
  constructor(env = {}) {
    const { DATABASE_URL, REVERSID_MIGRATE_URL, ...rest } = process.env;
    this.child = spawn(script, {
      env: { ...rest, REVERSID_STATE_DIR: state, REVERSID_LISTEN: '127.0.0.1:0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.output = '';
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (this.output += text));
    }
    this.ended = once(this.child, 'exit').then(([code, signal]) => code ?? signal);
    started.push(this.child);
  }

  async ready() {
    await Promise.race([until(() => this.url), this.ended.then(() => assert.fail(this.output))]);
    return this;
  }

  get url() {
    return /^reversid: listening on (http:\S+)$/m.exec(this.output)?.[1];
  }

  async stop(signal = 'SIGTERM') {
    this.child.kill(signal);
    return this.ended;
  }

  /** The process that serves: the child of the script that is not the database. */
  servicePid() {
    const children = readFileSync(`/proc/${this.child.pid}/task/${this.child.pid}/children`, 'utf8');
    return Number(children.trim().split(' ').find((pid) => Number(pid) !== postmaster()));
  }
}

after(() => {
  for (const child of started) child.kill('SIGTERM');
  rmSync(state, { recursive: true, force: true });
});

async function makeGuest(url) {
  const answer = await fetch(`${url}/v1/auth/guest`, { method: 'POST' });
  assert.equal(answer.status, 201);
  return (await answer.json()).access_token;
}

async function accountStatus(url, token) {
  const answer = await fetch(`${url}/v1/account`, { headers: { Authorization: `Bearer ${token}` } });
  return answer.status;
}

test('it makes a cluster, migrates, serves, and keeps the data over a restart', async () => {
  const first = await new Run().ready();
  const token = await makeGuest(first.url);
  assert.equal(await first.stop(), 0, first.output);
  assert.equal(existsSync(lock), false, 'the cluster is shut down');

  const second = await new Run().ready();
  assert.equal(await accountStatus(second.url, token), 200);
  assert.equal(await second.stop('SIGINT'), 0, second.output);
});

test('killed, it leaves neither service nor database behind, and starts again at once', async () => {
  const killed = await new Run().ready();
  const token = await makeGuest(killed.url);
  const pids = [postmaster(), killed.servicePid()];
  await killed.stop('SIGKILL');
  const next = await new Run().ready();
  assert.equal(await accountStatus(next.url, token), 200);
  await until(() => !pids.some(alive));
  assert.equal(await next.stop(), 0, next.output);
});

test('a database that dies comes back, and the service goes on', async () => {
  const run = await new Run().ready();
  const token = await makeGuest(run.url);
  const before = postmaster();
  process.kill(before, 'SIGKILL');
  await until(() => clusterReady() && postmaster() !== before);
  await until(async () => (await accountStatus(run.url, token)) === 200);
  assert.equal(await run.stop(), 0, run.output);
});

test('a service that dies takes the database with it, and its status is told', async () => {
  const run = await new Run().ready();
  const database = postmaster();
  process.kill(run.servicePid(), 'SIGKILL');
  assert.equal(await run.ended, 128 + 9);
  assert.equal(alive(database), false);
});

test('a second one on the same folder is refused and does not disturb the first', async () => {
  const first = await new Run().ready();
  const second = new Run();
  assert.equal(await second.ended, 1, second.output);
  assert.match(second.output, /PostgreSQL does not start/);
  assert.equal((await fetch(`${first.url}/readyz`)).status, 200);
  assert.equal(await first.stop(), 0, first.output);
});

test('with DATABASE_URL it uses that database and starts none', async () => {
  const database = await new Run().ready();
  const [socket] = readFileSync(lock, 'utf8').split('\n').slice(4, 5);
  const url = (role) => `postgresql://${role}@/reversid?host=${socket}`;
  const elsewhere = join(state, 'elsewhere');
  const run = await new Run({
    DATABASE_URL: url('reversid'),
    REVERSID_MIGRATE_URL: url('reversid_owner'),
    REVERSID_STATE_DIR: elsewhere,
  }).ready();
  assert.equal((await fetch(`${run.url}/readyz`)).status, 200);
  assert.equal(existsSync(join(elsewhere, 'postgres')), false);
  assert.equal(await run.stop(), 0, run.output);
  assert.equal(await database.stop(), 0, database.output);
});

test('a wrong setting stops the start with a sentence and a status', async () => {
  const run = new Run({ REVERSID_LOG_LEVEL: 'loud' });
  assert.equal(await run.ended, 1);
  assert.match(run.output, /REVERSID_LOG_LEVEL/);
});
