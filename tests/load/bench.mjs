/**
 * What scripts/bench measures and prints; see there.
 *
 * Both sides take turns, several rounds each, and the median of the rounds counts: other programs on the machine then
 * hit both alike. The load generator (load.c) and pgbench keep the same number of requests in flight.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { statementText } from '../support/statement.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = process.env.REVERSID_BENCH_DIR;
process.env.REVERSID_BINARY = `${root}build/release/reversid`;
const { makeDatabase } = await import('../support/database.mjs');
const { startService } = await import('../support/service.mjs');
const { ladder } = await import('./ladder.mjs');
const { refusals } = await import('./refusals.mjs');

const aims = { reads: 0.6, moves: 0.8, p99Loaded: 2, streamKiB: 20 };
const connectionCounts = [1, 8, 64];
const rounds = 3;
const seconds = 2;
const streams = 1000;
const gamesPrepared = 256;

/* --- running programs ------------------------------------------------------------------------------------------------ */

const execute = promisify(execFile);

/** What it prints. Nothing here takes a minute: what does, hangs. */
async function run(file, args, { input = '', env = {}, onOutput = () => {} } = {}) {
  const options = { env: { ...process.env, ...env }, maxBuffer: 1 << 26, timeout: 60_000 };
  const promise = execute(file, args.map(String), options);
  promise.child.stdin.end(input);
  promise.child.stdout.once('data', onOutput);
  return (await promise).stdout;
}

const program = (name) => `${root}build/release/${name}`;
const portOf = (service) => new URL(service.url).port;

/** The load generator; what it prints. `onOutput` is called when its preparations are over. */
function load(service, command, numbers, input, onOutput) {
  const env = { REVERSID_TRANSCRIPTS: `${root}tests/golden/games.txt` };
  return run(program('load'), [command, portOf(service), ...numbers], { input, env, onOutput });
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** The medians of each figure of several runs. */
function medians(runs) {
  return Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((one) => one[name]))]));
}

/* --- what a process costs -------------------------------------------------------------------------------------------- */

/** CPU time in microseconds, and how often its threads gave up the CPU to wait. */
function usage(pid) {
  const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
  let switches = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const status = readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8');
    switches += Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)[1]);
  }
  return { cpu: (Number(ticks[11]) + Number(ticks[12])) * 10_000, switches };
}

function residentKiB(pid) {
  return Number(/^Rss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]);
}

/** A run of the load generator, with what each request cost the service. */
async function measure(service, command, connections, list = '') {
  let before;
  const output = await load(service, command, [connections, seconds], list, () => (before = usage(service.pid)));
  const after = usage(service.pid);
  const figures = output.trim().split('\n').at(-1).split(' ');
  const result = Object.fromEntries(figures.map((pair) => [pair.split('=')[0], Number(pair.split('=')[1])]));
  return {
    rate: result.requests / result.seconds,
    p50: result.p50,
    p95: result.p95,
    p99: result.p99,
    cpu: (after.cpu - before.cpu) / result.requests,
    switches: (after.switches - before.switches) / result.requests,
  };
}

/* --- pgbench --------------------------------------------------------------------------------------------------------- */

/** A statement of sql/queries, its parameters replaced by pgbench's variables or by text. */
function statement(name, replacement) {
  const sql = statementText(name).replace(/^--.*\n/gm, '').trim();
  return `${sql.replace(/\$(\d+)/g, (_, number) => replacement(Number(number)))};\n`;
}

const getCaller = () => statement('get_caller', (number) => [':player', ':hash'][number - 1]);
const getGame = () => statement('get_game', () => ':id');

/** Columns that are null in a live game of people: pgbench has no null, so they are written out. */
const nullColumns = [
  ...['winner', 'reason', 'ai_lease_until', 'deadline_at', 'draw_by', 'draw_ply', 'rematch_by', 'rematch_first', 'draw_spent'],
  ...['rematch_withdrawn', 'rematch_declined', 'black_rated_from', 'black_rated_to', 'white_rated_from', 'white_rated_to'],
];

/** What is no column in the statement that saves a game, by number; the last one is the heartbeat's limit. */
const termsOfSaving = { 1: ':id', 2: ':version', 3: 'false', 4: 'NULL' };

function saveGame() {
  const source = statement('save_game', (number) => `$${number}`);
  const columns = {};
  for (const [, column, number] of source.split('WHERE')[0].matchAll(/(\w+) = \$(\d+)/g)) columns[number] = column;
  return statement('save_game', (number) => {
    const column = columns[number];
    if (!column) return termsOfSaving[number] ?? '3000';
    if (nullColumns.includes(column)) return 'NULL';
    return column === 'version' ? ':next' : `:${column}`;
  });
}

/** Each client takes a game of its own, once. */
const takeGame = `\\if :has_game = 0
\\set n :client_id * :stride
SELECT g.id, g.version, g.branch, g.status, g.turn, g.moves, g.move_by, g.used_ms, g.updated_at, g.turn_started_at,
       g.ai_attempt, g.ai_waits, g.hints, g.adjusted_ms, g.outage_seq, g.black_misses, g.white_misses, b.player, b.hash
  FROM bench_games b JOIN games g USING (id) WHERE b.n = :n \\gset
\\set has_game 1
\\endif
`;

const scripts = {
  read: () => `${takeGame}${getGame()}`,
  readWithToken: () => `${takeGame}\\startpipeline\n${getCaller()}${getGame()}\\endpipeline\n`,
  move: () =>
    `${takeGame}\\startpipeline\n${getCaller()}${getGame()}\\endpipeline\n` +
    `\\set next :version + 1\n${saveGame()}\\set version :next\n`,
};

/** Rates and latencies of a script run by as many clients. */
async function pgbench(database, script, clients) {
  const file = `${scratch}/${script}.pgbench`;
  const log = `${scratch}/pgbench_log`;
  writeFileSync(file, scripts[script]());
  const threads = Math.min(clients, cpus().length);
  const stdout = await run('pgbench', [
    ...['-n', '-M', 'prepared', '-f', file, '-c', clients, '-j', threads, '-T', seconds],
    ...['-D', 'has_game=0', '-D', `stride=${Math.floor(gamesPrepared / clients)}`],
    ...['-l', `--log-prefix=${log}`, database.url()],
  ]);
  return { rate: Number(/tps = ([\d.]+)/.exec(stdout)[1]), ...latencies(log) };
}

/** Reads and removes pgbench's logs: the third column is a transaction's time in microseconds. */
function latencies(prefix) {
  const times = [];
  for (const name of readdirSync(scratch).filter((one) => one.startsWith('pgbench_log'))) {
    for (const line of readFileSync(`${scratch}/${name}`, 'utf8').split('\n')) {
      if (line) times.push(Number(line.split(' ')[2]));
    }
    rmSync(`${scratch}/${name}`);
  }
  assert(times.length > 0, `${prefix} holds no transaction`);
  const sorted = Float64Array.from(times).sort();
  const percentile = (percent) => sorted[Math.floor((sorted.length * percent) / 100)];
  return { p50: percentile(50), p95: percentile(95), p99: percentile(99) };
}

/* --- the bench ------------------------------------------------------------------------------------------------------- */

/** A service with live games of people at every stage, and the same games by number for pgbench. */
async function begin() {
  const database = await makeDatabase();
  const log = openSync(`${scratch}/reversid.log`, 'a');
  const service = await startService({ database, log });
  const list = await load(service, 'prepare', [gamesPrepared]);
  await database.sql(`
    CREATE TABLE bench_games AS
      SELECT row_number() OVER (ORDER BY octet_length(g.moves), g.id) - 1 AS n, g.id, t.player_id AS player, t.hash
        FROM games g JOIN tokens t ON t.player_id = g.creator;
    ALTER TABLE bench_games ADD PRIMARY KEY (n);
    GRANT SELECT ON bench_games TO ${await database.sql('SELECT current_user', 'service')};
    ANALYZE games, tokens, players, bench_games`);
  return { database, service, list };
}

async function end({ database, service }) {
  await service.stop();
  await database.drop();
}

const checkpoint = (database) => database.sql('CHECKPOINT', 'admin');

const microseconds = (us) => (us < 9995 ? `${(us / 1000).toFixed(2)}` : `${(us / 1000).toFixed(1)}`).padStart(7);
const timesOf = (side) => `${microseconds(side.p50)}${microseconds(side.p95)}${microseconds(side.p99)}`;

function heading(title) {
  console.log(`\n${title}`);
}

function compareHeading(title) {
  heading(title);
  console.log(
    '             pgbench                        reversid                       ratio  aim    reversid, a request\n' +
      'connections  per s      p50    p95    p99   per s      p50    p95    p99                 CPU µs  switches',
  );
}

function printComparison(connections, ceiling, ours, aim) {
  const ratio = ours.rate / ceiling.rate;
  const side = (one) => `${one.rate.toFixed(0).padStart(7)} ${timesOf(one)}`;
  console.log(
    `${String(connections).padStart(11)} ${side(ceiling)}  ${side(ours)}   ${ratio.toFixed(2)}${
      ratio >= aim ? ' ' : '!'
    }  ${aim}  ${ours.cpu.toFixed(0).padStart(10)} ${ours.switches.toFixed(1).padStart(9)}`,
  );
}

/** Both sides in turn, at each number of connections. */
async function compare({ database }, script, measureOurs, aim) {
  for (const connections of connectionCounts) {
    const ceilings = [];
    const ours = [];
    for (let round = 0; round < rounds; round += 1) {
      await checkpoint(database);
      ceilings.push(await pgbench(database, script, connections));
      await checkpoint(database);
      ours.push(await measureOurs(connections));
    }
    printComparison(connections, medians(ceilings), medians(ours), aim);
  }
}

const withoutTokens = (list) => list.replace(/ .*$/gm, '');

async function reads(bench) {
  const { service, list } = bench;
  compareHeading('GET /v1/games/{id} without a token: one statement');
  await compare(bench, 'read', (count) => measure(service, 'read', count, withoutTokens(list)), aims.reads);
  compareHeading('GET /v1/games/{id} with the token of a player: two statements in one pipeline');
  await compare(bench, 'readWithToken', (count) => measure(service, 'read', count, list), aims.reads);
}

async function moves(bench) {
  const { database, service } = bench;
  const versions = async () => Number(await database.sql('SELECT sum(version) FROM bench_games JOIN games USING (id)'));
  const before = await versions();
  compareHeading('PUT /v1/games/{id}/moves/{ply}, durable: two statements in one pipeline, then the compare-and-set');
  await compare(bench, 'move', (count) => measure(service, 'move', count), aims.moves);
  assert((await versions()) > before, 'pgbench has changed no game');
}

/** Keeps all AI workers busy while something is measured. */
async function whileThinking(service, measured) {
  const args = ['think', portOf(service), String(4 * cpus().length), '60'];
  const thinking = spawn(program('load'), args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(thinking, 'exit');
  try {
    return await measured();
  } finally {
    thinking.kill();
    await ended;
  }
}

async function ai({ service, list }) {
  heading('GET /v1/games/{id} while every AI worker thinks');
  console.log(
    '             idle AI                        busy AI                        p99    aim\n' +
      'connections  per s      p50    p95    p99   per s      p50    p95    p99',
  );
  for (const connections of connectionCounts) {
    const idle = [];
    const busy = [];
    for (let round = 0; round < rounds; round += 1) {
      idle.push(await measure(service, 'read', connections, list));
      busy.push(await whileThinking(service, () => measure(service, 'read', connections, list)));
    }
    const [a, b] = [medians(idle), medians(busy)];
    const ratio = b.p99 / a.p99;
    const side = (one) => `${one.rate.toFixed(0).padStart(7)} ${timesOf(one)}`;
    console.log(
      `${String(connections).padStart(11)} ${side(a)}  ${side(b)}   ${ratio.toFixed(2)}${
        ratio <= aims.p99Loaded ? ' ' : '!'
      }  ${aims.p99Loaded}`,
    );
  }
}

async function idleStreams({ service, list }) {
  const before = residentKiB(service.pid);
  const args = ['stream', portOf(service), String(streams)];
  const holder = spawn(program('load'), args, { stdio: ['pipe', 'pipe', 'inherit'] });
  holder.stdin.end(list);
  const ended = once(holder, 'exit');
  await Promise.race([once(holder.stdout, 'data'), ended.then(() => assert.fail('the streams did not open'))]);
  const each = (residentKiB(service.pid) - before) / streams;
  holder.kill();
  await ended;
  heading(`${streams} idle event streams`);
  console.log(`${each.toFixed(1)} KiB of the service's memory each, aim ${aims.streamKiB}${
    each <= aims.streamKiB ? '' : '!'} (${(before / 1024).toFixed(0)} MiB before)`);
}

async function engine() {
  heading('engine');
  const reversi = program('reversi');
  const lines = (await run(reversi, ['perft', '11'])).trim().split('\n');
  const [depth, sequences, cpuSeconds] = lines.at(-1).trim().split(/\s+/);
  console.log(`perft ${depth}: ${sequences} sequences in ${cpuSeconds} s of CPU (${lines[0]})`);
  console.log((await run(reversi, ['bench'])).trim());
}

/** On a service of its own, where people can sign in. */
function refused({ database }) {
  const log = openSync(`${scratch}/refusals.log`, 'a');
  const start = async (env) => {
    const service = await startService({ database, env, log });
    await load(service, 'prepare', [gamesPrepared]);
    return service;
  };
  return refusals({ database, start, usage, moves: (service) => measure(service, 'move', 8) });
}

/** Parts that need the service, and those that do not. */
const parts = { reads, moves, ai, streams: idleStreams, refusals: refused };
const alone = ['engine', 'ladder'];

async function describe(database) {
  const server = await database.sql('SHOW server_version');
  const settings = await database.sql(
    "SELECT string_agg(name || '=' || setting, ' ' ORDER BY name) FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit')",
  );
  console.log(`${cpus().length} × ${cpus()[0].model.trim()}, Linux ${release()}, PostgreSQL ${server} (${settings})`);
  console.log(`load average ${loadavg().map((one) => one.toFixed(1)).join(' ')}; medians of ${rounds} rounds of ${seconds} s; times in ms; "!" misses its aim`);
}

async function main(names) {
  const unknown = names.find((name) => !alone.includes(name) && !parts[name]);
  if (unknown) throw new Error(`no part "${unknown}": ${[...Object.keys(parts), ...alone].join(' ')}`);
  const wanted = names.length > 0 ? names : [...Object.keys(parts), 'engine'];
  const bench = await begin();
  try {
    await describe(bench.database);
    for (const name of wanted) if (parts[name]) await parts[name](bench);
  } finally {
    await end(bench);
  }
  if (wanted.includes('engine')) await engine();
  if (wanted.includes('ladder')) await ladder({ makeDatabase, startService, log: `${scratch}/ladder.log` });
  console.log(`\nload average ${loadavg().map((one) => one.toFixed(1)).join(' ')}`);
}

await main(process.argv.slice(2));
