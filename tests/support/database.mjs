/**
 * The PostgreSQL that a test file works with: a database of its own, migrated, and dropped at the end.
 *
 * The server is the one that TEST_DATABASE_URL (the service's role), TEST_MIGRATE_URL (the schema's owner) and
 * TEST_ADMIN_URL (a superuser) name, as URIs; scripts/test sets all three. Where they are not set, the file starts a
 * server of its own (tests/support/database), which goes away with the process.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = fileURLToPath(new URL('database', import.meta.url));
const variables = { service: 'TEST_DATABASE_URL', owner: 'TEST_MIGRATE_URL', admin: 'TEST_ADMIN_URL' };

/** A server that this process owns and may stop. */
class OwnServer {
  constructor() {
    this.child = spawn(script, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.answers = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  async answer(wanted) {
    const { value = '' } = await this.answers.next();
    const [word, ...rest] = value.split(' ');
    if (word !== wanted) throw new Error(`tests/support/database said "${value}", not ${wanted}`);
    return rest;
  }

  async ready() {
    const [service, owner, admin] = await this.answer('ready');
    this.urls = { service, owner, admin };
    return this;
  }

  /** Stops it: open transactions are rolled back, connections break. */
  async stop() {
    this.child.stdin.write('stop\n');
    await this.answer('stopped');
  }

  async start() {
    this.child.stdin.write('start\n');
    await this.ready();
  }

  async end() {
    this.child.stdin.end();
    await new Promise((resolve) => this.child.once('exit', resolve));
  }
}

function serverOfEnvironment() {
  const urls = Object.fromEntries(Object.entries(variables).map(([role, name]) => [role, process.env[name]]));
  return Object.values(urls).every(Boolean) ? { urls, end: async () => {} } : undefined;
}

function urlOf(url, name) {
  return `${url}${url.includes('?') ? '&' : '?'}dbname=${name}`;
}

/** Runs SQL with psql; what it prints, one row a line, columns separated by "|". */
async function sql(url, text) {
  const { stdout } = await run('psql', ['-qXAt', '-v', 'ON_ERROR_STOP=1', '-c', text, url]);
  return stdout.trim();
}

class Database {
  constructor(server, name) {
    this.server = server;
    this.name = name;
  }

  /** Its URL as a role sees it: service, owner or admin. */
  url(role = 'service') {
    return urlOf(this.server.urls[role], this.name);
  }

  /** Runs SQL as the schema's owner, or as another role. */
  sql(text, role = 'owner') {
    return sql(this.url(role), text);
  }

  /**
   * Takes a table for itself: whoever asks for it waits.
   *
   * @return  a function that gives it back
   */
  lock(table) {
    return this.hold(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  }

  /** The same with whatever a statement locks. */
  async hold(statement) {
    const child = spawn('psql', ['-qXAt', this.url('owner')], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.write(`BEGIN; ${statement}; SELECT 'locked';\n`);
    await once(child.stdout, 'data');
    return async () => {
      child.stdin.end('COMMIT;\n');
      await once(child, 'exit');
    };
  }

  async drop() {
    await sql(this.server.urls.admin, `DROP DATABASE IF EXISTS ${this.name} WITH (FORCE)`);
    await this.server.end();
  }
}

let made = 0;

/**
 * Makes an empty database.
 *
 * @param own  on a server of this process's own whatever the environment says: `server` may then be stopped and
 *             started
 */
export async function makeDatabase({ own = false } = {}) {
  const server = (own ? undefined : serverOfEnvironment()) ?? (await new OwnServer().ready());
  const name = `test_${process.pid}_${(made += 1)}`;
  const owner = await sql(server.urls.owner, 'SELECT current_user');
  await sql(server.urls.admin, `CREATE DATABASE ${name} OWNER ${owner} TEMPLATE template0 ENCODING 'UTF8'`);
  return new Database(server, name);
}
