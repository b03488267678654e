// Killed at each point while an account is deleted, and while a job does what is left to do about it: all of a transaction or nothing, and
// whoever comes next does the rest.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect } from '../support/client.mjs';
import { makeDatabase } from '../support/database.mjs';
import { erase, putOff, putOffNoMore, untilGone } from '../support/departures.mjs';
import { signIn, startGoogle } from '../support/google.mjs';
import { miscounted } from '../support/ladder.mjs';
import { until } from '../support/play.mjs';
import { startService } from '../support/service.mjs';

let database;
let google;
let service;
let api;

async function start() {
  service = await startService({ database, env: google.env });
  api = connect(service.url);
}

async function stop() {
  api.close();
  await service.stop();
}

before(async () => {
  [database, google] = await Promise.all([makeDatabase(), startGoogle()]);
  await start();
});
after(async () => {
  await stop();
  await google.stop();
  await database.drop();
});

/** Starts a service that is killed at a point, and has it do something, if it does not by itself. */
async function strike(point, command) {
  const mortal = await startService({ database, env: { ...google.env, REVERSID_FAULT: point } });
  const client = connect(mortal.url);
  if (command) await assert.rejects(command(client), 'it was killed before it answered');
  client.close();
  const { signal } = await mortal.ended;
  assert.equal(signal, 'SIGKILL');
  assert.equal(mortal.report, '');
}

const number = async (query) => Number(await database.sql(query));
const idOf = ({ player }) => `'${player.id}'`;
const ranked = (one) => number(`SELECT count(*) FROM ratings WHERE player_id = ${idOf(one)} AND ranked`);
const access = (one) =>
  number(`SELECT (SELECT count(*) FROM tokens WHERE player_id = ${idOf(one)}) + (SELECT count(*) FROM sessions WHERE player_id = ${idOf(one)})`);

/** Puts somebody on both ladders. */
const rank = (one) =>
  database.sql(
    `INSERT INTO ratings (player_id, ladder, rating, games, won, drawn, lost, last_rated_at, ranked, seq)
     SELECT ${idOf(one)}, ladder, 1600000, 10, 10, 0, 0, now(), true, 10 FROM unnest(ARRAY['live', 'correspondence']) AS ladder;
     INSERT INTO ladder_deltas (ladder, player_id, seq, entered_points)
     SELECT ladder, ${idOf(one)}, 10, 1600 FROM unnest(ARRAY['live', 'correspondence']) AS ladder`,
  );

const ladderIsCounted = async () => assert.equal(await database.sql(miscounted), '0');

const together = ['sent begin', 'sent delete_identity', 'sent note_erasure', 'sent retire_names', 'sent erase_player', 'sent unrank_rating', 'sent add_ladder_delta'];
for (const [point, done] of [...together.map((each) => [each, false]), ['sent commit', undefined], ['committed', true]]) {
  test(`an account is deleted, killed at "${point}"`, async () => {
    const sub = `deletes, ${point}`;
    const anna = await signIn(api, google, { sub });
    await rank(anna);
    await strike(point, (client) => client.as(anna.token).delete('/v1/account'));
    const erased = await number(`SELECT count(*) FROM players WHERE id = ${idOf(anna)} AND kind = 'erased'`);
    if (done !== undefined) assert.equal(erased === 1, done);
    const rows = [
      await number(`SELECT count(*) FROM identities WHERE subject = '${sub}'`),
      await number(`SELECT count(*) FROM names WHERE player_id = ${idOf(anna)}`) > 0,
      await access(anna),
      await ranked(anna),
      await number(`SELECT count(*) FROM departures WHERE player_id = ${idOf(anna)}`),
    ];
    assert.deepEqual(rows, erased ? [0, false, 0, 0, 1] : [1, true, 2, 2, 0], 'all of it or nothing');
    await ladderIsCounted();
    assert.equal((await anna.delete('/v1/account')).status, erased ? 401 : 202);
    assert.equal(await number(`SELECT count(*) FROM erased_identities`) > 0, true);
    await untilGone(database, anna);
    assert.deepEqual([await access(anna), await ranked(anna)], [0, 0]);
    await ladderIsCounted();
    await database.sql('DELETE FROM erased_identities');
  });
}

/** Somebody who is gone, to whom a request that was under way then has given access and places on the ladders. The job is still to come. */
async function leftBehind(sub) {
  const anna = await signIn(api, google, { sub });
  const rows = `player_id = ${idOf(anna)}`;
  await putOff(database);
  await database.sql(
    `CREATE TABLE late_sessions AS SELECT * FROM sessions WHERE ${rows};
     CREATE TABLE late_tokens AS SELECT * FROM tokens WHERE ${rows}`,
  );
  await erase(anna);
  await database.sql(
    `INSERT INTO sessions SELECT * FROM late_sessions; INSERT INTO tokens SELECT * FROM late_tokens;
     DROP TABLE late_sessions; DROP TABLE late_tokens`,
  );
  await rank(anna);
  await putOffNoMore(database);
  return anna;
}

const due = (one) => database.sql(`UPDATE departures SET lease_until = now() WHERE player_id = ${idOf(one)}`);

for (const [point, left] of [
  ['sent begin', [2]],
  ['sent unrank_rating', [2]],
  ['sent add_ladder_delta', [2]],
  ['sent commit', [1, 2]],
  ['committed', [1]],
]) {
  test(`somebody who is gone leaves the ladders, killed at "${point}"`, async () => {
    const anna = await leftBehind(`leaves ladders, ${point}`);
    await stop();
    await due(anna);
    await strike(point);
    const now = await ranked(anna);
    assert.ok(left.includes(now), String(now));
    await ladderIsCounted();
    await start();
    await due(anna);
    await untilGone(database, anna);
    assert.deepEqual([await access(anna), await ranked(anna)], [0, 0]);
    await ladderIsCounted();
  });
}

test('killed while the access of somebody who is gone ends', async () => {
  const anna = await leftBehind('loses access');
  await stop();
  const release = await database.hold(`SELECT FROM tokens WHERE player_id = ${idOf(anna)} FOR UPDATE`);
  await due(anna);
  const mortal = await startService({ database, env: google.env });
  await until('it waits for the tokens', async () => (await number('SELECT count(*) FROM pg_locks WHERE NOT granted')) > 0);
  assert.equal(await ranked(anna), 0, 'the step before is done');
  await mortal.kill();
  await release();
  assert.ok([0, 2].includes(await access(anna)), 'all of it or nothing');
  await start();
  await due(anna);
  await untilGone(database, anna);
  assert.deepEqual([await access(anna), await ranked(anna)], [0, 0]);
});
