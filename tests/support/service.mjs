/**
 * The real service for a test, on a free port, on a database of its own.
 *
 *     const tests = serviceForTests();                 // one for a whole test file: tests.api is a client
 *
 *     const database = await makeDatabase();           // or by hand, when a test starts and stops it
 *     const service = await startService({ database, env: { REVERSID_RATE_READ: '5' } });
 *     await service.stop();                            // as an operator would; throws on anything but a clean end
 *     await service.kill();                            // SIGKILL
 *
 * A service whose log held a token, a key or an e-mail address fails its test when it ends, whatever the test is about.
 *
 * The program is REVERSID_BINARY, else build/<REVERSID_TEST_PRESET, `default`>/reversid.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { connect } from './client.mjs';
import { makeDatabase } from './database.mjs';
import { signIn, startGoogle } from './google.mjs';

const preset = process.env.REVERSID_TEST_PRESET ?? 'default';
export const programFile =
  process.env.REVERSID_BINARY ?? fileURLToPath(new URL(`../../build/${preset}/reversid`, import.meta.url));

/** Tests ask more often than people; a test about the rates sets its own. */
const generous = {
  REVERSID_RATE_READ: '10000000',
  REVERSID_RATE_MOVE: '10000000',
  REVERSID_RATE_CREATE: '10000000',
  REVERSID_RATE_ENGINE: '10000000',
  REVERSID_RATE_READ_ANONYMOUS: '10000000',
  REVERSID_RATE_CREATE_ANONYMOUS: '10000000',
  REVERSID_RATE_ENGINE_ANONYMOUS: '10000000',
};

/** What of our own environment the program sees: nothing that would configure it. */
const inherited = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(PATH|HOME|LANG|LC_.*|TZ|.SAN_OPTIONS)$/.test(name)),
);

const sanitizerReport = /(Address|Leak|Thread|Memory)Sanitizer|runtime error:/;
const logCharactersMax = 1 << 20;

/** What no log may hold: tokens of ours, ID tokens, private keys, and the e-mail addresses and names in the tests' ID tokens. */
const secret = /rv[garp]_[\w-]{20,}|eyJ[\w-]{10,}\.[\w-]+|PRIVATE KEY|\w@\w+\.example|Some Body/;
const secretCharactersMax = 200;

/** The first secret in a text, undefined where there is none. */
export function findSecret(text) {
  return secret.exec(text)?.[0];
}

/** A running process of the program: what it prints is kept, and a sanitizer's report is noticed. */
class Program {
  constructor(command, env, log = 'pipe') {
    // It must not outlive a test that is broken off.
    this.child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', programFile, command], {
      env: { ...inherited, ...generous, REVERSID_LISTEN: '127.0.0.1:0', ...env },
      stdio: ['ignore', 'pipe', log],
    });
    this.pid = this.child.pid;
    this.log = '';
    this.report = '';
    this.leak = undefined;
    this.ended = once(this.child, 'close').then(([code, signal]) => ({ code, signal }));
    for (const output of [this.child.stdout, this.child.stderr]) {
      output?.setEncoding('utf8').on('data', (text) => this.note(text));
    }
  }

  note(text) {
    if (this.report || sanitizerReport.test(text)) this.report += text;
    this.leak ??= findSecret(this.log.slice(-secretCharactersMax) + text);
    this.log = (this.log + text).slice(-logCharactersMax);
  }

  /** Waits for its end, which must be a good one. */
  async endsWell() {
    const { code, signal } = await this.ended;
    assert.equal(this.leak, undefined, 'a secret stands in the log');
    assert.equal(this.report, '', 'a sanitizer has something to report');
    assert.equal(code, 0, `the program ended with ${code ?? signal}:\n${this.log.slice(-4000)}`);
  }
}

/** Services that a failed test left behind: they would keep the test program, and with it the run, from ending. */
const running = new Set();
const leftBehindMs = 60_000;
after(() => {
  setTimeout(() => {
    for (const { child } of running) child.kill('SIGKILL');
  }, leftBehindMs).unref();
});

class Service extends Program {
  constructor(env, log) {
    super('serve', env, log);
    running.add(this);
    this.ended.then(() => running.delete(this));
  }

  /** Waits until it listens; sets url. */
  async ready() {
    for (;;) {
      const [, url] = /^reversid: listening on (http:\S+)$/m.exec(this.log) ?? [];
      if (url) return Object.assign(this, { url });
      const more = once(this.child.stdout, 'data').then(() => undefined);
      const ended = await Promise.race([this.ended, more]);
      assert.equal(ended, undefined, `the service ended before it listened:\n${this.log}`);
    }
  }

  /** SIGTERM: requests in flight are answered, and it ends with status 0. */
  async stop() {
    this.child.kill('SIGTERM');
    await this.endsWell();
  }

  /** SIGKILL: without a chance to do anything more. */
  async kill() {
    this.child.kill('SIGKILL');
    await this.ended;
    assert.equal(this.leak, undefined, 'a secret stands in the log');
    assert.equal(this.report, '', 'a sanitizer has something to report');
  }
}

/** Brings the database's schema up to date. */
export async function migrate(database) {
  const role = await database.sql('SELECT current_user', 'service');
  const env = { REVERSID_MIGRATE_URL: database.url('owner'), REVERSID_SERVICE_ROLE: role };
  await new Program('migrate', env).endsWell();
}

/**
 * Starts a service; resolves when it listens.
 *
 * @param database  of makeDatabase(); migrated the first time that it is used here
 * @param env       settings on top of the tests' own
 * @param log       a descriptor that gets its log; otherwise that is kept in memory
 */
export async function startService({ database, env = {}, log }) {
  await (database.migrated ??= migrate(database));
  return new Service({ DATABASE_URL: database.url(), ...env }, log).ready();
}

/**
 * For a whole test file: a service that starts before its tests and stops after them.
 *
 * @param google  people can sign in, with a server of keys (google.mjs) that is `google`: `await tests.signIn({ sub })`
 *                is a client for whoever that is
 * @param ready   called when it has started, with what is returned
 * @return        an object that has, once the tests run: `database`, `service`, `api`, a client without a token, and
 *                `alice`, the same for a guest
 */
export function serviceForTests({ env, own, google, ready } = {}) {
  const tests = {};
  before(async () => {
    tests.database = await makeDatabase({ own });
    if (google) tests.google = await startGoogle();
    tests.service = await startService({ database: tests.database, env: { ...tests.google?.env, ...env } });
    tests.api = connect(tests.service.url);
    tests.signIn = (claims) => signIn(tests.api, tests.google, claims);
    tests.alice = await tests.api.guest();
    await ready?.(tests);
  });
  after(async () => {
    tests.api?.close();
    await tests.service?.stop();
    await tests.database?.drop();
    await tests.google?.stop();
  });
  return tests;
}
