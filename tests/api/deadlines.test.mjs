// Deadlines by the thousand, two services on one database: each is applied once, while moves go on; and an outage takes from nobody.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { connect } from '../support/client.mjs';
import { makeDatabase } from '../support/database.mjs';
import { copyGame, letPass, newBetween } from '../support/people.mjs';
import { newLocal, play, until } from '../support/play.mjs';
import { randomFor } from '../support/random.mjs';
import { startService } from '../support/service.mjs';

const many = 1000;
const seconds = 600;

let database;
before(async () => {
  database = await makeDatabase();
});
after(() => database.drop());

const manyIds = (count) => Array.from({ length: count }, () => randomUUID());
const list = (ids) => ids.map((id) => `'${id}'`).join(',');
const number = async (sql) => Number(await database.sql(sql));

async function start() {
  const service = await startService({ database, env: { REVERSID_LOG_LEVEL: 'warning' } });
  return Object.assign(service, { api: connect(service.url) });
}

async function stop(service) {
  service.api.close();
  await service.stop();
}

test(`${many} deadlines within a second, two services: each applied once, while moves go on`, async (t) => {
  const [one, two] = await Promise.all([start(), start()]);
  const [alice, bob] = [await one.api.guest(), await one.api.guest()];
  const kinds = [
    ['forfeit', {}],
    ['autoplay', { on_timeout: 'autoplay' }],
    ['forfeit in a match', {}, { wins_needed: 3 }],
    ['autoplay in a match', { on_timeout: 'autoplay' }, { wins_needed: 1 }],
  ];
  const ids = {};
  for (const [kind, policy, more] of kinds) {
    const clock = { kind: 'per_move', seconds, ...policy };
    const game = await newBetween(database, alice, bob, { clock, ...more });
    ids[kind] = manyIds(many / kinds.length);
    const deadline = `date_trunc('milliseconds', now()) + interval '4 seconds' + n * interval '3.9 milliseconds'`;
    const started = `${deadline} - interval '${seconds} seconds'`;
    await copyGame(database, game, ids[kind], { deadline_at: `date_trunc('milliseconds', ${deadline})`, turn_started_at: `date_trunc('milliseconds', ${started})` });
  }
  const all = Object.values(ids).flat();
  const due = `id IN (${list(all)})`;
  let playing = true;
  let moves = 0;
  const players = [one, two].map(async ({ api }) => {
    const client = api.as(alice.token);
    while (playing) {
      let game = await newLocal(client);
      for (; playing && game.status === 'live'; moves += 1) game = await play(client, game, game.legal_moves[0].square);
    }
  });
  const touching = (async () => {
    for (let at = 0; playing; at = (at + 1) % many) await two.api.get(`/v1/games/${all[at]}`, { expect: 200 });
  })();
  await until('all are applied', async () => (await number(`SELECT count(*) FROM games WHERE ${due} AND version = 1`)) === 0);
  playing = false;
  await Promise.all([...players, touching]);
  const late = await number(
    `SELECT max(extract(epoch FROM updated_at - turn_started_at - interval '${seconds} seconds')) FROM games
      WHERE ${due} AND status = 'finished'`,
  );
  t.diagnostic(`the last one ${late} s after its deadline; ${moves} moves meanwhile`);
  assert.ok(moves > 0);

  assert.equal(await number(`SELECT count(*) FROM games WHERE ${due} AND version <> 2`), 0, 'each once');
  const forfeited = list([...ids.forfeit, ...ids['forfeit in a match']]);
  const automatic = list([...ids.autoplay, ...ids['autoplay in a match']]);
  assert.equal(
    await number(`SELECT count(*) FROM games WHERE id IN (${forfeited}) AND reason = 'timeout' AND winner = 'white'`),
    many / 2,
  );
  assert.equal(
    await number(`SELECT count(*) FROM games WHERE id IN (${automatic}) AND move_by = 'x' AND status = 'live' AND black_misses = 1`),
    many / 2,
  );
  const matches = list(ids['forfeit in a match']);
  assert.equal(
    await number(`SELECT count(*) FROM matches WHERE id IN (${matches}) AND version = 2 AND game_number = 2 AND second_wins = 1`),
    many / 4,
  );
  assert.equal(await number(`SELECT count(*) FROM games WHERE match_id IN (${matches}) AND game_number = 2`), many / 4);
  assert.equal(await number(`SELECT count(*) FROM games WHERE match_id IN (${matches}) AND game_number > 2`), 0);
  await database.sql(`DELETE FROM games WHERE ${due} OR match_id IN (${list(all)})`);
  await Promise.all([stop(one), stop(two)]);
});

/** Puts the time of everything that is stored back by so many seconds: as if they had passed with nobody there. */
async function passWithoutService(passed) {
  const earlier = `interval '${passed} seconds'`;
  await database.sql(
    `UPDATE games SET deadline_at = deadline_at - ${earlier}, turn_started_at = turn_started_at - ${earlier};
     UPDATE heartbeats SET beat_at = beat_at - ${earlier}`,
  );
}

test(`an outage of 20 s over ${many} running turns, two services coming back at once: nobody loses by it`, async (t) => {
  const random = randomFor(t);
  const first = await start();
  const [alice, bob] = [await first.api.guest(), await first.api.guest()];
  const clock = { kind: 'per_move', seconds };
  const game = await newBetween(database, alice, bob, { clock, wins_needed: 3 });
  const ids = manyIds(many);
  // From a few seconds to a minute and a half left: most deadlines fall into the outage.
  const left = Array.from({ length: many }, () => 8000 + random(80_000));
  const deadline = `date_trunc('milliseconds', now()) + ('{${left}}'::integer[])[n] * interval '1 millisecond'`;
  await copyGame(database, game, ids, { deadline_at: deadline, turn_started_at: `${deadline} - interval '${seconds} seconds'` });
  await first.kill();
  first.api.close();
  assert.equal(await number(`SELECT count(*) FROM games WHERE id IN (${list(ids)}) AND version > 1`), 0);
  const outagesBefore = await number('SELECT count(*) FROM outages');
  await passWithoutService(20);
  await database.sql(`CREATE TABLE before_outage AS SELECT id, deadline_at, turn_started_at FROM games WHERE id IN (${list(ids)})`);

  const services = await Promise.all([start(), start()]);
  await Promise.all(
    services.map(async ({ api }) => {
      for (let at = 0; at < many; at += 1) await api.get(`/v1/games/${ids[at]}`, { expect: 200 });
    }),
  );
  assert.equal((await number('SELECT count(*) FROM outages')) - outagesBefore, 1, 'one outage, whoever noted it');
  const took = `(SELECT ended_at - began_at FROM outages ORDER BY seq DESC LIMIT 1)`;
  const tookMs = await number(`SELECT extract(epoch FROM ${took}) * 1000`);
  t.diagnostic(`the outage took ${tookMs} ms`);
  assert.ok(tookMs >= 20_000);
  // On a slow machine the time that was left has passed by now for some: they have lost by that alone.
  const live = `status = 'live' AND version = 2 AND games.deadline_at - before.deadline_at = ${took}`;
  const lost = `status = 'finished' AND version IN (2, 3) AND updated_at >= before.deadline_at + ${took}`;
  const right = `adjusted_ms = ${tookMs} AND games.turn_started_at = before.turn_started_at AND (${live} OR ${lost})`;
  const pairs = 'FROM games JOIN before_outage AS before USING (id)';
  const wrong = await database.sql(`SELECT games.status, games.version, games.reason, adjusted_ms, outage_seq,
      before.deadline_at, games.deadline_at, games.updated_at ${pairs} WHERE NOT coalesce(${right}, false)`);
  assert.equal(wrong, '', 'each moved once, by exactly the outage');
  assert.equal(await number(`SELECT count(*) ${pairs}`), many);
  t.diagnostic(`${await number(`SELECT count(*) ${pairs} WHERE status = 'finished'`)} turns were over since`);
  const { json } = await services[0].api.get(`/v1/games/${ids[0]}`, { expect: 200 });
  assert.equal(json.clock.adjusted_ms, tookMs);
  await Promise.all(services.map(stop));
});

test('nobody is timed out before the outage is noted, even by a command', async () => {
  const service = await start();
  const [alice, bob] = [await service.api.guest(), await service.api.guest()];
  const game = await newBetween(database, alice, bob, { clock: { kind: 'per_move', seconds } });
  await service.kill();
  service.api.close();
  await passWithoutService(seconds + 5);
  const back = await start();
  const moved = await play(back.api.as(alice.token), game, game.legal_moves[0].square);
  assert.ok(moved.clock.adjusted_ms >= (seconds + 5) * 1000);
  assert.equal(Date.parse(moved.clock.deadline_at) - Date.parse(moved.updated_at), seconds * 1000);
  await stop(back);
});

/** The turn's time is over, and no outage before was in it. */
async function runOut(game) {
  await database.sql(`UPDATE games SET outage_seq = (SELECT outage_seq FROM heartbeats) WHERE id = '${game.id}'`);
  await letPass(database, game, seconds * 1000);
}

/** Starts a service and has its sweeper wait, for the match of a game that is due, until `release`. */
async function withWaitingSweeper() {
  const service = await startService({ database, env: { REVERSID_STATEMENT_MS: '60000', REVERSID_LOG_LEVEL: 'warning' } });
  const api = connect(service.url);
  const [alice, bob] = [await api.guest(), await api.guest()];
  const game = await newBetween(database, alice, bob, { clock: { kind: 'per_move', seconds }, wins_needed: 3 });
  const release = await database.hold(`SELECT FROM matches WHERE id = '${game.id}' FOR UPDATE`);
  await runOut(game);
  await until('the sweeper waits', async () => (await number('SELECT count(*) FROM pg_locks WHERE NOT granted')) > 0);
  return { service, api, release };
}

test('lists and a match show what time has done, though the sweeper has not come to it', async () => {
  const { service, api, release } = await withWaitingSweeper();
  const [alice, bob] = [await api.guest(), await api.guest()];
  const clock = { kind: 'per_move', seconds };
  const [forfeited, another, automatic, running] = [
    await newBetween(database, alice, bob, { clock, visibility: 'public' }),
    await newBetween(database, alice, bob, { clock, visibility: 'public' }),
    await newBetween(database, alice, bob, { clock: { ...clock, on_timeout: 'autoplay' } }),
    await newBetween(database, alice, bob, { clock, visibility: 'public' }),
  ];
  const match = await newBetween(database, alice, bob, { clock, wins_needed: 3 });
  for (const game of [forfeited, automatic, match]) await runOut(game);

  const { json: score } = await api.get(`/v1/matches/${match.id}`, { expect: 200 });
  assert.deepEqual(score.sides.map(({ wins }) => wins), [0, 1]);
  assert.equal(score.game_number, 2);
  const publicOnes = async (path, query) => (await api.get(path, { query, expect: 200 })).json.items.map(({ id }) => id);
  const shown = await publicOnes('/v1/games', { status: 'live' });
  assert.ok(shown.includes(running.id) && !shown.includes(forfeited.id));
  await runOut(another);
  assert.deepEqual(await publicOnes(`/v1/players/${alice.player.id}/games`, { state: 'live' }), [running.id]);
  const { json: byId } = await api.get('/v1/games', { query: { ids: [forfeited.id, automatic.id].join(',') }, expect: 200 });
  assert.equal(byId.items[0].result.reason, 'timeout');
  assert.equal(byId.items[1].last_move.by, 'auto');
  for (const game of [automatic, running]) await runOut(game);
  const { json: mine } = await alice.get('/v1/account/games', { query: { state: 'live' }, expect: 200 });
  assert.deepEqual(mine.items.map(({ id, ply }) => [id, ply]).sort(), [[score.game_id, 0], [automatic.id, 2]].sort());
  await release();
  api.close();
  await service.stop();
});

test('the sign of life waits for no deadlines, however long they take', async () => {
  const { service, api, release } = await withWaitingSweeper();
  const outages = await number('SELECT count(*) FROM outages');
  const since = await number('SELECT extract(epoch FROM now())');
  const stale = 3; // seconds after which no sign of life is an outage
  await until('the heart goes on', async () => (await number('SELECT extract(epoch FROM beat_at) FROM heartbeats')) > since + stale + 0.5);
  assert.equal(await number('SELECT count(*) FROM outages'), outages);
  await release();
  api.close();
  await service.stop();
});
