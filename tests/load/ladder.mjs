/**
 * What scripts/bench measures of ladders: each query with so many players, by itself and while rated games end, whose moves a
 * query has to add up until they are folded; and what it costs that the end of a rated game moves players on the ladder.
 *
 * For that the same service ends games of three kinds in turn, several rounds each: not rated; rated between players who are
 * not ranked, which touches no ladder; rated between players who are.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { connect } from '../support/client.mjs';

const run = promisify(execFile);
const script = fileURLToPath(new URL('players.sql', import.meta.url));
const aims = { p99Ms: 10, settling: 1.3 };
const questions = 400;
const endsPerSecond = 50;
const gamesEach = 400;
const rounds = 5;
const atOnce = 8;

const percentile = (times, percent) => [...times].sort((a, b) => a - b)[Math.floor((times.length * percent) / 100)];
const median = (values) => percentile(values, 50);

/** Milliseconds of CPU that a process has used. */
function cpuOf(pid) {
  const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
  return (Number(ticks[11]) + Number(ticks[12])) * 10;
}

/** The same of the service and its connections to the database: what a machine with other work to do tells truly. */
async function cpuOfAll(service, database) {
  const pids = await database.sql("SELECT pid FROM pg_stat_activity WHERE application_name = 'reversid' AND datname = current_database()", 'admin');
  return [service.pid, ...pids.split('\n')].reduce((sum, pid) => sum + cpuOf(pid), 0);
}

/** Milliseconds that each of many requests took, one after another. */
async function timesOf(client, path) {
  const times = [];
  for (let count = 0; count < questions; count += 1) {
    const target = path(count);
    const begun = process.hrtime.bigint();
    const { status } = await client.get(target);
    times.push(Number(process.hrtime.bigint() - begun) / 1e6);
    assert.equal(status, 200, target);
  }
  return times;
}

/** What is asked: by name, the path of each of many questions. */
async function questionsAbout(client, database) {
  const total = (await client.get('/v1/ladders', { expect: 200 })).json.items[0].total;
  const ids = (await database.sql(`
    SELECT player_id FROM ratings WHERE ladder = 'live' AND ranked
     AND player_id >= md5('sample')::uuid ORDER BY player_id LIMIT ${questions}`)).split('\n');
  const cursors = [];
  for (let count = 0; count < questions; count += 1) {
    const rank = 1 + Math.floor((count * total) / (questions + 1));
    cursors.push((await client.get(`/v1/ladders/live?from_rank=${rank}&limit=1`, { expect: 200 })).json.next_cursor);
  }
  const anyRank = (count) => 1 + ((count * 7_919_777) % total);
  return {
    'the top, 20': () => '/v1/ladders/live',
    'the top, 100': () => '/v1/ladders/live?limit=100',
    'from any rank, 20': (count) => `/v1/ladders/live?from_rank=${anyRank(count)}`,
    'from any rank, 100': (count) => `/v1/ladders/live?from_rank=${anyRank(count)}&limit=100`,
    'after a cursor, 20': (count) => `/v1/ladders/live?cursor=${cursors[count]}`,
    'a player, 5 around': (count) => `/v1/ladders/live/players/${ids[count % ids.length]}`,
    'at a rank': (count) => `/v1/ladders/live/at-rank/${anyRank(count)}`,
    'the distribution': () => '/v1/ladders/live/distribution',
    'the totals': () => '/v1/ladders',
    'a history': (count) => `/v1/players/${ids[count % ids.length]}/rating-history`,
  };
}

/** Medians, 99th percentiles and their mark where they miss the aim. */
const shown = (times) => {
  const p99 = percentile(times, 99);
  return `${percentile(times, 50).toFixed(2).padStart(6)} ${p99.toFixed(2).padStart(6)}${p99 <= aims.p99Ms ? ' ' : '!'}`;
};

async function queries(service, database, players) {
  const client = connect(service.url);
  const paths = await questionsAbout(client, database);
  const blacks = await people(database, client, true);
  const lines = {};
  for (const [name, path] of Object.entries(paths)) {
    await timesOf(client, path); // what was never read comes from the disk once
    const before = await cpuOfAll(service, database);
    const times = await timesOf(client, path);
    const cpu = (await cpuOfAll(service, database)) - before;
    lines[name] = `${name.padEnd(22)} ${shown(times)}  ${(cpu / questions).toFixed(2).padStart(6)}`;
  }
  const stop = endSteadily(database, blacks);
  for (const [name, path] of Object.entries(paths)) lines[name] += `   ${shown(await timesOf(client, path))}`;
  const { perSecond, unfolded } = await stop();
  console.log(`\nladder queries over HTTP with ${players} players, ${questions} each, one at a time, ms; aim for p99: ${aims.p99Ms}`);
  console.log(`beside them rated games ended, of ${endsPerSecond} wanted ${perSecond.toFixed(1)} a second, and ${unfolded.toFixed(0)} moves were not folded, on average`);
  console.log('                          by itself            games end');
  console.log('                          p50    p99      CPU      p50    p99');
  for (const line of Object.values(lines)) console.log(line);
  client.close();
}

/** Who plays: as many pairs as games, with a token for each one at black. */
async function people(database, client, ranked) {
  const blacks = [];
  for (let game = 0; game < gamesEach; game += 1) blacks.push(await client.guest());
  const ids = blacks.map(({ player }) => player.id);
  const games = ranked ? 50 : 3;
  await database.sql(`
    UPDATE players SET kind = 'signed-in', provider = 'google', subject = id::text WHERE id = ANY ('{${ids}}');
    INSERT INTO players (id, kind, name, created_at, provider, subject)
    SELECT md5('white ' || id)::uuid, 'signed-in', 'White', now(), 'google', 'white ' || id FROM unnest('{${ids}}'::uuid[]) AS id;
    INSERT INTO ratings
    SELECT p.id, 'live', 1000000 + (random() * 600000)::integer, ${games}, ${games}, 0, 0, now(), ${ranked}, 1
      FROM unnest('{${ids}}'::uuid[]) AS b (id), LATERAL (VALUES (b.id), (md5('white ' || b.id)::uuid)) AS p (id);
    INSERT INTO ladder_deltas
    SELECT 'live', player_id, 1, NULL, (rating + 500) / 1000 FROM ratings
     WHERE ${ranked} AND seq = 1 AND player_id IN (SELECT unnest('{${ids}}'::uuid[]) UNION SELECT md5('white ' || id)::uuid FROM unnest('{${ids}}'::uuid[]) AS id)`);
  return blacks;
}

/** A game of each pair, some moves on; their ids. */
async function games(database, blacks, rated) {
  const ids = blacks.map(({ player }) => player.id);
  const made = await database.sql(`
    INSERT INTO games (id, creator, created_at, opening, visibility, black_kind, black_player, black_name, white_kind, white_player,
                       white_name, seed, metadata, fingerprint, clock, clock_amount, rated, unrated_reason, black_rating, white_rating,
                       version, branch, status, turn, moves, move_by, used_ms, updated_at, turn_started_at, ai_attempt, deadline_at)
    SELECT gen_random_uuid(), id, now(), 'standard', 'public', 'human', id, 'Black', 'human', md5('white ' || id)::uuid, 'White', 1, '{}',
           sha256('x'), 'per_move', 600, ${rated}, CASE WHEN ${rated} THEN NULL ELSE 'casual' END,
           CASE WHEN ${rated} THEN 1200000 END, CASE WHEN ${rated} THEN 1200000 END,
           5, 0, 'live', 'black', 'f5d6c3d3', 'hhhh', '{1,1,1,1}', now(), now(), 0, now() + interval '1 hour'
      FROM unnest('{${ids}}'::uuid[]) WITH ORDINALITY AS b (id, n) ORDER BY n
    RETURNING id || ' ' || black_player`);
  const byPlayer = Object.fromEntries(made.split('\n').map((line) => line.split(' ').reverse()));
  return ids.map((id) => byPlayer[id]);
}

/** Ends them all, some at a time; milliseconds for each. */
async function end(blacks, ids) {
  const waiting = blacks.map((black, index) => [black, ids[index]]);
  const begun = process.hrtime.bigint();
  const one = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      await next[0].put(`/v1/games/${next[1]}/resignation`, undefined, { expect: 200 });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return Number(process.hrtime.bigint() - begun) / 1e6 / gamesEach;
}

/**
 * Ends rated games at a steady rate until it is stopped.
 *
 * @return  a function that stops it: how many a second ended, and how many moves were not folded then, on average
 */
function endSteadily(database, blacks) {
  const begun = process.hrtime.bigint();
  const seconds = () => Number(process.hrtime.bigint() - begun) / 1e9;
  const answers = [];
  const unfolded = [];
  let stopped = false;
  const one = async () => {
    for (let ids = []; !stopped; ) {
      if (ids.length === 0) ids = await games(database, blacks, true);
      if (answers.length % endsPerSecond === 0) unfolded.push(database.sql('SELECT count(*) FROM ladder_deltas'));
      const wait = answers.length / endsPerSecond - seconds();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait * 1000));
      const id = ids.shift();
      answers.push(blacks[gamesEach - 1 - ids.length].put(`/v1/games/${id}/resignation`, undefined, { expect: 200 }));
    }
  };
  const running = one();
  return async () => {
    stopped = true;
    await running;
    await Promise.all(answers);
    const counts = (await Promise.all(unfolded)).map(Number);
    return { perSecond: answers.length / seconds(), unfolded: counts.reduce((sum, count) => sum + count) / counts.length };
  };
}

async function settling(service, database, players) {
  const client = connect(service.url);
  const [fresh, ranked] = [await people(database, client, false), await people(database, client, true)];
  const kinds = { casual: [ranked, false], unranked: [fresh, true], ranked: [ranked, true] };
  const times = { casual: [], unranked: [], ranked: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [kind, [blacks, rated]] of Object.entries(kinds)) {
      const ids = await games(database, blacks, rated);
      await database.sql('CHECKPOINT', 'admin');
      times[kind].push(await end(blacks, ids));
    }
  }
  const [casual, without, settled] = ['casual', 'unranked', 'ranked'].map((kind) => median(times[kind]));
  console.log(`\nending a game by resignation, durable, ${atOnce} at a time, medians of ${rounds} rounds of ${gamesEach} games, ms a game`);
  console.log(`not rated                                        ${casual.toFixed(2)}`);
  console.log(`rated, players not on the ladder                 ${without.toFixed(2)}`);
  const ratio = settled / without;
  console.log(`rated, players on a ladder of ${String(players).padEnd(18)} ${settled.toFixed(2)}   ratio ${ratio.toFixed(2)}${ratio <= aims.settling ? '' : '!'}, aim ${aims.settling}`);
  client.close();
}

/**
 * @param makeDatabase, startService  of tests/support
 * @param log                         where the service's log goes
 */
export async function ladder({ makeDatabase, startService, log }) {
  const players = Number(process.env.REVERSID_BENCH_PLAYERS ?? 10_000_000);
  const database = await makeDatabase();
  const rates = { REVERSID_RATE_READ: '1000000', REVERSID_RATE_CREATE: '1000000', REVERSID_RATE_MOVE: '1000000', REVERSID_RATE_READ_ANONYMOUS: '1000000', REVERSID_RATE_CREATE_ANONYMOUS: '1000000' };
  const service = await startService({ database, log: openSync(log, 'a'), env: rates });
  try {
    const begun = Date.now();
    await run('psql', ['-qX', '-v', `count=${players}`, '-f', script, database.url('owner')], { maxBuffer: 1 << 26 });
    console.log(`\nloaded ${players} players in ${((Date.now() - begun) / 1000).toFixed(0)} s`);
    await queries(service, database, players);
    await settling(service, database, players);
  } finally {
    await service.stop();
    await database.drop();
  }
}
