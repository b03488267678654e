/**
 * What it costs to refuse those who do not get in: a flood of wrong bearer tokens, of one that has ended, and one of wrong Google tokens, and
 * what is left for the moves of running games meanwhile. A part of the bench.
 */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { forge } from '../support/forgery.mjs';
import { makeKey, startGoogle } from '../support/google.mjs';

const connections = 32;
const requestsOfOne = 300;
const pipelined = 10;
const ended = 'bearer: one that has ended';
const newer = 'Google: a key newer than those held';

/** The statuses of those who do not get in. */
const refusing = (kind) => [kind === newer ? '503' : '401', '429'];

/** What the service allows one address without a good token a minute, unless it is told otherwise. */
const usualLimits = { REVERSID_RATE_CREATE_ANONYMOUS: '300', REVERSID_RATE_READ_ANONYMOUS: '3000' };

/** What costs most of what a token opens. */
const bearer = (token) => `GET /v1/account HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;

function signIn(credential) {
  const body = JSON.stringify({ credential });
  return `POST /v1/auth/google HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** One connection's share of a flood; how many answers had each status. */
function flood(port, request, count) {
  return new Promise((resolve, reject) => {
    const statuses = {};
    let [sent, answered, rest] = [0, 0, ''];
    const socket = net.connect(port, '127.0.0.1');
    const send = () => {
      const more = Math.min(pipelined, count - sent);
      sent += more;
      socket.write(request.repeat(more));
    };
    socket.setEncoding('latin1').on('error', reject).on('connect', send);
    socket.on('data', (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        const [, status] = /^HTTP\/1\.1 (\d+)/.exec(line) ?? /}HTTP\/1\.1 (\d+)/.exec(line) ?? [];
        if (!status) continue;
        statuses[status] = (statuses[status] ?? 0) + 1;
        answered += 1;
      }
      if (answered === count) resolve((socket.destroy(), statuses));
      else if (answered === sent) send();
    });
  });
}

async function floodAll(port, request, statuses, count = requestsOfOne) {
  const all = await Promise.all(Array.from({ length: connections }, () => flood(port, request, count)));
  for (const status of all.flatMap((each) => Object.keys(each))) {
    assert.ok(statuses.includes(status), `somebody was answered ${status}`);
  }
  return connections * count;
}

/** How many transactions the database has seen. Connections tell of theirs after ten seconds without any. */
const transactions = async (database) =>
  Number(
    await database.sql('SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()'),
  );

/**
 * @param start    starts a service with further settings
 * @param usage    of a process: { cpu } in microseconds
 * @param moves    measures moves on a service: { rate }
 */
export async function refusals({ database, start, usage, moves }) {
  const google = await startGoogle();
  const service = await start(google.env);
  const port = Number(new URL(service.url).port);
  const stranger = await makeKey();
  const good = google.token();
  const response = await fetch(`${service.url}/v1/auth/google`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ credential: good }),
  });
  const { access_token: token, player } = await response.json();
  const guest = await (await fetch(`${service.url}/v1/auth/guest`, { method: 'POST' })).json();
  await database.sql(`DELETE FROM tokens WHERE player_id = '${guest.player.id}'`);
  const other = token.at(-1) === 'A' ? 'B' : 'A';
  const kinds = {
    'bearer: no token of ours': bearer('x'.repeat(40)),
    'bearer: one letter wrong': bearer(token.slice(0, -1) + other),
    'bearer: of the right form, forged': bearer(forge(player.id)),
    [ended]: bearer(guest.access_token),
    'Google: made for another client': signIn(google.token({ aud: 'other' })),
    'Google: HS256': signIn(google.token({}, { header: { alg: 'HS256' } })),
    'Google: signed with another key': signIn(google.token({}, { key: stranger, kid: google.key.kid })),
    'Google: a key that is not published': signIn(google.token({ iat: Math.floor(Date.now() / 1000) - 3600 }, { key: stranger })),
    [newer]: signIn(google.token({}, { key: stranger })),
    'Google: cut': signIn(good.slice(0, -3)),
  };
  await pause(12_000);
  console.log('\nrefused, all but what has ended without the database\n                                          CPU µs each   transactions, the jobs\' own among them');
  for (const [kind, request] of Object.entries(kinds)) {
    await floodAll(port, request, refusing(kind), 20);
    const [before, asked] = [usage(service.pid), await transactions(database)];
    const count = await floodAll(port, request, refusing(kind));
    const cpu = (usage(service.pid).cpu - before.cpu) / count;
    const seen = (await transactions(database)) - asked;
    console.log(`${kind.padEnd(40)} ${cpu.toFixed(1).padStart(12)} ${String(seen).padStart(14)}   of ${count}`);
  }
  await service.stop();
  for (const [limits, env] of [['off', {}], ['as usual', usualLimits]]) {
    const another = await start({ ...google.env, ...env });
    await besideMoves(another, limits, kinds, moves);
    await another.stop();
  }
  await google.stop();
}

/** Moves of running games alone, and while a flood comes in. */
async function besideMoves(service, limits, kinds, moves) {
  const port = Number(new URL(service.url).port);
  const alone = await moves(service);
  console.log(`\nmoves of running games, rate limits ${limits.padEnd(9)} per s   of those alone${limits === 'off' ? '' : '   aim 0.5'}`);
  console.log(`${'alone'.padEnd(40)} ${alone.rate.toFixed(0).padStart(8)}`);
  for (const kind of ['bearer: one letter wrong', ended, 'Google: signed with another key']) {
    const flooding = fork(fileURLToPath(import.meta.url), [port, kinds[kind]]);
    await once(flooding, 'message');
    const beside = await moves(service);
    flooding.kill();
    await once(flooding, 'exit');
    const share = beside.rate / alone.rate;
    console.log(`beside ${kind.padEnd(33)} ${beside.rate.toFixed(0).padStart(8)} ${share.toFixed(2).padStart(12)}${share >= 0.5 || limits === 'off' ? '' : '!'}`);
  }
}

/** A flood without end, from a process that leaves the CPU to the service, as one elsewhere would. */
async function floodForEver([port, request]) {
  setPriority(19);
  process.send('begins');
  for (;;) await floodAll(Number(port), request, refusing(''), 50);
}

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) await floodForEver(process.argv.slice(2));
