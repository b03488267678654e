// An account's end, its export, and a guest who turns out to have an account.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../support/client.mjs';
import * as departures from '../support/departures.mjs';
import { erase } from '../support/departures.mjs';
import { signIn } from '../support/google.mjs';
import { accept, block, challenge, seek } from '../support/opponents.mjs';
import { copyGame } from '../support/people.mjs';
import { isProblem, newAgainst, newLocal, play, read, until } from '../support/play.mjs';
import { serviceForTests, startService } from '../support/service.mjs';
import { analyse, review } from '../support/study.mjs';

const tests = serviceForTests({ google: true });
const perMove = { kind: 'per_move', seconds: 600 };

/** A game between two people, black's and white's, by an accepted challenge. */
async function meet(black, white, more = {}) {
  const made = await challenge(black, { to: white.player.id, color: 'black', clock: perMove, ...more });
  const { json } = await accept(white, made, { expect: 201 });
  return json;
}

const untilGone = (client) => departures.untilGone(tests.database, client);
/** Has the job look again, and waits until it was put aside once more. */
async function untilNext({ player }) {
  const row = `departures WHERE player_id = '${player.id}'`;
  const failures = Number(await tests.database.sql(`SELECT failures FROM ${row}`));
  await tests.database.sql(`UPDATE departures SET lease_until = now() WHERE player_id = '${player.id}'`);
  await until('it was tried again', async () => Number(await tests.database.sql(`SELECT failures FROM ${row}`)) > failures);
}
const putOff = () => departures.putOff(tests.database);
const putOffNoMore = () => departures.putOffNoMore(tests.database);

/** Every text that the database holds about somebody. */
async function traces(words) {
  const tables = (
    await tests.database.sql(
      `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
    )
  ).split('\n');
  const found = [];
  for (const table of tables) {
    const rows = await tests.database.sql(`SELECT t::text FROM ${table} t`);
    for (const word of words) if (rows.includes(word)) found.push(`${table}: ${word}`);
  }
  return found;
}

test('who deletes the account is gone at once, with every token', async () => {
  const [anna, there] = [await tests.signIn({ sub: 'gone' }), await tests.signIn({ sub: 'gone' })];
  const { json: token } = await anna.post('/v1/tokens', { name: 'bot', scopes: ['read'] }, { expect: 201 });
  await erase(anna);
  for (const each of [anna.token, there.token, token.access_token]) {
    isProblem(await tests.api.as(each).get('/v1/account'), 401, 'token-expired');
  }
  for (const { session } of [anna, there]) {
    isProblem(await tests.api.post('/v1/auth/refresh', { refresh_token: session.refresh_token }), 401, 'token-expired');
  }
  isProblem(await tests.api.get(`/v1/players/${anna.player.id}`), 404, 'player-not-found');
  const { json } = await tests.api.get('/v1/players', { query: { ids: anna.player.id } });
  assert.deepEqual(json.items, []);
});

test('who signs in again is somebody new, and gets the old name no more', async () => {
  const anna = await tests.signIn({ sub: 'again' });
  await anna.patch('/v1/account', { name: 'Agnes Again' }, { expect: 200 });
  await erase(anna);
  const later = await tests.signIn({ sub: 'again' });
  assert.notEqual(later.player.id, anna.player.id);
  for (const name of ['Agnes Again', 'AGNES AGAIN']) {
    isProblem(await later.patch('/v1/account', { name }), 409, 'name-taken');
  }
  assert.deepEqual((await tests.api.get('/v1/players', { query: { name: 'Agnes Again' } })).json.items, []);
});

test('nothing in the database tells who it was', async () => {
  const anna = await tests.signIn({ sub: 'subject-of-traces' });
  await anna.patch('/v1/account', { name: 'Tracy Traces' }, { expect: 200 });
  const [ben, cho] = [await tests.signIn(), await tests.api.guest()];
  const metadata = { note: 'Tracy was here' };
  const live = await meet(anna, ben, { metadata });
  const past = await meet(ben, anna);
  await anna.put(`/v1/games/${past.id}/abort`, undefined, { expect: 200 });
  await newLocal(anna, { metadata });
  await challenge(anna, { to: cho.player.id, metadata });
  await challenge(cho, { to: anna.player.id });
  await challenge(anna);
  await seek(anna, { color: 'black', wins_needed: 5 });
  await block(cho, anna);
  await block(anna, cho);
  await erase(anna);
  await untilGone(anna);
  assert.deepEqual(await traces(['Tracy', 'tracy', 'subject-of-traces']), []);
  for (const { id } of [live, past]) {
    const { players } = (await ben.get(`/v1/games/${id}`, { expect: 200 })).json;
    const names = [players.black, players.white].map(({ name }) => name).sort();
    assert.deepEqual(names, ['Deleted player', ben.player.name].sort());
  }
});

test('running games are left: lost, or aborted where that was still possible, matches as a whole', async () => {
  const [anna, ben] = [await tests.signIn(), await tests.signIn()];
  const young = await meet(anna, ben);
  const old = await meet(anna, ben);
  let game = await play(anna, old, 'f5');
  for (const [client, square] of [[ben, 'd6'], [anna, 'c3'], [ben, 'd3']]) game = await play(client, game, square);
  const match = await meet(anna, ben, { wins_needed: 3 });
  game = await play(anna, match, 'f5');
  for (const [client, square] of [[ben, 'd6'], [anna, 'c3'], [ben, 'd3']]) game = await play(client, game, square);
  const alone = await newAgainst(anna, 'easy');
  await erase(anna);
  await untilGone(anna);
  assert.equal((await read(ben, young)).status, 'aborted');
  const lost = await read(ben, old);
  assert.deepEqual([lost.result.winner, lost.result.reason], ['white', 'resignation']);
  const left = await read(ben, match);
  assert.deepEqual([left.result.winner, left.result.reason], ['white', 'abandoned']);
  assert.equal((await ben.get(`/v1/matches/${match.id}`)).json.status, 'finished');
  assert.equal((await read(ben, alone)).status, 'aborted');
});

test('challenges and seeks end', async () => {
  const [anna, ben] = [await tests.signIn(), await tests.signIn()];
  const [mine, theirs] = [await challenge(anna, { to: ben.player.id }), await challenge(ben, { to: anna.player.id })];
  const [open, wanted] = [await challenge(anna), await seek(anna, { color: 'white', wins_needed: 5 })];
  await erase(anna);
  await untilGone(anna);
  isProblem(await accept(ben, mine), 410, 'challenge-gone');
  isProblem(await accept(ben, open), 410, 'challenge-gone');
  isProblem(await ben.get(`/v1/challenges/${theirs.id}`), 410, 'challenge-gone');
  const gone = await ben.get(`/v1/seeks/${wanted.id}`);
  isProblem(gone, 410, 'seek-gone');
  assert.deepEqual([gone.json.state.status, gone.json.state.withdrawn_reason], ['withdrawn', 'account-deleted']);
  const { json } = await ben.get('/v1/challenges', { expect: 200 });
  assert.deepEqual(json.items, []);
});

test('analyses end', async () => {
  const anna = await tests.signIn();
  const { json: analysis } = await analyse(anna, { transcript: 'f5d6c3d3c4', nodes: 250_000_000 });
  await erase(anna);
  const left = () => tests.database.sql(`SELECT count(*) FROM studies WHERE id = '${analysis.id}'`);
  await until('it is gone', async () => (await left()) === '0');
});

test('what others wrote about their games stays', async () => {
  const [anna, ben] = [await tests.signIn(), await tests.signIn()];
  const game = await meet(ben, anna, { metadata: { note: 'mine' } });
  await erase(anna);
  await untilGone(anna);
  assert.deepEqual((await read(ben, game)).metadata, { note: 'mine' });
});

test('who comes onto a ladder while the account ends leaves it', async () => {
  const anna = await tests.signIn();
  await erase(anna);
  await tests.database.sql(
    `INSERT INTO ratings (player_id, ladder, rating, games, won, drawn, lost, last_rated_at, ranked, seq)
     VALUES ('${anna.player.id}', 'live', 1600000, 10, 10, 0, 0, now(), true, 10);
     INSERT INTO ladder_deltas (ladder, player_id, seq, entered_points) VALUES ('live', '${anna.player.id}', 10, 1600)`,
  );
  await untilGone(anna);
  const row = await tests.database.sql(`SELECT ranked FROM ratings WHERE player_id = '${anna.player.id}'`);
  assert.equal(row, 'f');
  const { json } = await tests.api.get('/v1/ladders/live', { expect: 200 });
  assert.ok(json.items.every(({ player }) => player.id !== anna.player.id));
});

test('an offer of a rematch is taken back', async () => {
  const [anna, ben] = [await tests.signIn(), await tests.signIn()];
  const game = await meet(anna, ben);
  await ben.put(`/v1/games/${game.id}/resignation`, undefined, { expect: 200 });
  await anna.put(`/v1/games/${game.id}/rematch`, undefined, { expect: 200 });
  await erase(anna);
  await untilGone(anna);
  const { rematch, can_rematch: can } = await read(ben, game);
  assert.deepEqual([rematch.by, rematch.status, can], ['black', 'withdrawn', false]);
  isProblem(await ben.put(`/v1/games/${game.id}/rematch`), 409, 'player-gone');
});

/* --- what cannot be done about somebody's end --------------------------------------------------- */

const putAside = async () =>
  Number(/^reversid_departures_put_aside_total (\d+)$/m.exec((await tests.api.get('/metrics', { expect: 200 })).text)[1]);
const departureOf = ({ player }, columns) => tests.database.sql(`SELECT ${columns} FROM departures WHERE player_id = '${player.id}'`);
const rowsOf = (table, where) => tests.database.sql(`SELECT count(*) FROM ${table} WHERE ${where}`);

/** Somebody who leaves something for each step of the job, and the conditions of rows that tell that it is not done. */
async function leaver() {
  const [anna, ben] = [await tests.signIn(), await tests.signIn()];
  const id = anna.player.id;
  const live = [await newLocal(anna), await meet(anna, ben)];
  const over = await meet(anna, ben);
  await ben.put(`/v1/games/${over.id}/resignation`, undefined, { expect: 200 });
  await anna.put(`/v1/games/${over.id}/rematch`, undefined, { expect: 200 });
  await challenge(anna);
  await seek(anna, { wins_needed: 5, color: 'white' });
  await block(anna, await tests.api.guest(), { expect: 200 });
  return {
    anna,
    live,
    undone: {
      games: ['games', `black_player = '${id}' AND status = 'live'`],
      challenges: ['challenges', `maker = '${id}' AND status = 'open'`],
      seeks: ['seeks', `player = '${id}' AND status = 'open'`],
      blocks: ['blocks', `player_id = '${id}'`],
      seats: ['games', `black_player = '${id}' AND black_name <> 'Deleted player'`],
      rematches: ['games', `black_player = '${id}' AND rematch_by = 'black'`],
      access: ['tokens', `player_id = '${id}'`],
      ladders: ['ratings', `player_id = '${id}' AND ranked`],
    },
  };
}

/** Has somebody go, and a request that was under way then add what lets in and what ranks; the job comes when it is due. */
async function goes(anna) {
  const { player } = anna;
  await putOff();
  await erase(anna);
  await tests.database.sql(
    `INSERT INTO tokens (player_id, hash, created_at, expires_at)
     VALUES ('${player.id}', sha256('${player.id}'), now(), now() + interval '1 hour');
     INSERT INTO ratings (player_id, ladder, rating, games, won, drawn, lost, last_rated_at, ranked, seq)
     VALUES ('${player.id}', 'live', 1600000, 10, 10, 0, 0, now(), true, 10);
     INSERT INTO ladder_deltas (ladder, player_id, seq, entered_points) VALUES ('live', '${player.id}', 10, 1600)`,
  );
  await putOffNoMore();
}

const isDue = ({ player }) => tests.database.sql(`UPDATE departures SET lease_until = now() WHERE player_id = '${player.id}'`);

/** Has the database refuse a write to a table for as long as `meanwhile` takes. */
async function refusing(table, event, condition, meanwhile) {
  await tests.database.sql(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused by a test''; END';
     CREATE TRIGGER refuse BEFORE ${event} ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION refuse()`,
  );
  try {
    return await meanwhile();
  } finally {
    await tests.database.sql(`DROP TRIGGER refuse ON ${table}; DROP FUNCTION refuse`);
  }
}

/** Each step, and how it is refused to somebody. */
const refusals = {
  games: (id) => ['games', 'UPDATE', `OLD.black_player = '${id}' AND OLD.status = 'live' AND NEW.status <> 'live'`],
  challenges: (id) => ['challenges', 'UPDATE', `OLD.maker = '${id}'`],
  seeks: (id) => ['seeks', 'UPDATE', `OLD.player = '${id}'`],
  blocks: (id) => ['blocks', 'DELETE', `OLD.player_id = '${id}'`],
  seats: (id) => ['games', 'UPDATE', `OLD.black_player = '${id}' AND OLD.black_name <> NEW.black_name`],
  rematches: (id) => ['games', 'UPDATE', `OLD.black_player = '${id}' AND OLD.rematch_by = 'black' AND NEW.rematch_by IS NULL`],
  access: (id) => ['tokens', 'DELETE', `OLD.player_id = '${id}'`],
  ladders: (id) => ['ratings', 'UPDATE', `OLD.player_id = '${id}' AND OLD.ranked AND NOT NEW.ranked`],
};

for (const [step, refusal] of Object.entries(refusals)) {
  test(`${step} of somebody’s end that are refused are put aside, all else is done, and they later`, async () => {
    const { anna, undone } = await leaver();
    const before = await putAside();
    await goes(anna);
    await refusing(...refusal(anna.player.id), async () => {
      await isDue(anna);
      await until('it was put aside', async () => Number(await departureOf(anna, 'failures')) > 0);
      for (const [what, rows] of Object.entries(undone)) assert.equal((await rowsOf(...rows)) === '0', what !== step, what);
    });
    assert.ok((await putAside()) > before);
    assert.equal(await departureOf(anna, "done_at IS NULL AND lease_until > now() + interval '30 seconds'"), 't');
    await untilGone(anna);
    for (const [what, rows] of Object.entries(undone)) assert.equal(await rowsOf(...rows), '0', what);
  });
}

test('a game that cannot be read keeps neither the others of its player from being left, nor other players from going', async () => {
  const [{ anna, live, undone }, other] = [await leaver(), await tests.signIn()];
  const [broken] = live;
  const many = [];
  for (let i = 0; i < 20; i += 1) many.push(await newLocal(anna));
  const { id: theirs } = await newLocal(other);
  await tests.database.sql(`UPDATE games SET turn = 'white' WHERE id = '${broken.id}'`);
  const before = await putAside();
  await putOff();
  await erase(anna);
  await erase(other);
  await putOffNoMore();
  await tests.database.sql(
    `UPDATE departures SET lease_until = now() - CASE player_id WHEN '${anna.player.id}' THEN interval '2 seconds' ELSE interval '1 second' END
      WHERE player_id IN ('${anna.player.id}', '${other.player.id}')`,
  );
  await until('the other is dealt with', async () => (await read(tests.api, { id: theirs })).status === 'aborted');
  await until('it was put aside', async () => Number(await departureOf(anna, 'failures')) > 0);
  for (const game of many) assert.equal((await read(tests.api, game)).status, 'aborted');
  for (const [what, rows] of Object.entries(undone)) assert.equal(await rowsOf(...rows), what === 'games' ? '1' : '0', what);
  assert.ok((await putAside()) > before);
  await untilNext(anna);
  assert.equal(await departureOf(anna, "done_at IS NULL AND lease_until > now() + interval '90 seconds'"), 't', 'the later the more often');
  await tests.database.sql(`UPDATE games SET turn = 'black' WHERE id = '${broken.id}'`);
  await untilGone(anna);
  assert.equal((await read(tests.api, broken)).status, 'aborted');
});

test('a game whose end is impossible for the other side’s rating is left once that is mended', async () => {
  const [anna, ben] = [await tests.signIn(), await tests.signIn()];
  let game = await meet(anna, ben, { rated: true });
  for (const [client, square] of [[anna, 'f5'], [ben, 'd6'], [anna, 'c3'], [ben, 'd3']]) game = await play(client, game, square);
  await meet(ben, anna, { rated: true }).then(async (first) => {
    let now = first;
    for (const [client, square] of [[ben, 'f5'], [anna, 'd6'], [ben, 'c3'], [anna, 'd3']]) now = await play(client, now, square);
    await ben.put(`/v1/games/${now.id}/resignation`, undefined, { expect: 200 });
  });
  const rating = (won) => `UPDATE ratings SET won = ${won} WHERE player_id = '${ben.player.id}'`;
  await tests.database.sql(`ALTER TABLE ratings ALTER COLUMN won DROP NOT NULL; ${rating('NULL')}`);
  await erase(anna);
  await until('it was put aside', async () => Number(await departureOf(anna, 'failures')) > 0);
  assert.equal(await rowsOf('games', `id = '${game.id}' AND status = 'live' AND black_name = 'Deleted player'`), '1');
  await tests.database.sql(`${rating(0)}; ALTER TABLE ratings ALTER COLUMN won SET NOT NULL`);
  await untilGone(anna);
  const { result } = await read(ben, game);
  assert.deepEqual([result.winner, result.reason], ['white', 'resignation']);
});

test('many running games are left one after the other', async () => {
  const anna = await tests.signIn();
  for (let i = 0; i < 40; i += 1) await newLocal(anna);
  await erase(anna);
  await untilGone(anna);
  const left = await tests.database.sql(
    `SELECT count(*) FROM games WHERE black_player = '${anna.player.id}' AND (status = 'live' OR black_name <> 'Deleted player')`,
  );
  assert.equal(left, '0');
});

test('what a killed service left undone the next one does', async () => {
  const { database, google } = tests;
  const killed = await startService({ database, env: google.env });
  const api = connect(killed.url);
  const anna = await signIn(api, google);
  const games = [];
  for (let i = 0; i < 20; i += 1) games.push(await newLocal(anna));
  await erase(anna);
  await killed.kill();
  api.close();
  await untilGone(anna);
  for (const game of games) {
    const now = await read(tests.api, game);
    assert.deepEqual([now.status, now.players.black.name], ['aborted', 'Deleted player']);
  }
});

test('a guest may go too', async () => {
  const guest = await tests.api.guest();
  const game = await newLocal(guest);
  await erase(guest);
  isProblem(await guest.get('/v1/account'), 401, 'token-expired');
  await untilGone(guest);
  assert.equal((await read(tests.api, game)).players.white.name, 'Deleted player');
});

test('what a request adds that overtakes the end opens nothing, and goes', async () => {
  const [anna, other] = [await tests.signIn(), await tests.signIn()];
  await anna.post('/v1/tokens', { name: 'bot', scopes: ['read'] }, { expect: 201 });
  const rows = `player_id = '${anna.player.id}'`;
  await tests.database.sql(
    `CREATE TABLE late_sessions AS SELECT * FROM sessions WHERE ${rows};
     CREATE TABLE late_tokens AS SELECT * FROM tokens WHERE ${rows}`,
  );
  await erase(anna);
  await tests.database.sql(
    `INSERT INTO sessions SELECT * FROM late_sessions; INSERT INTO tokens SELECT * FROM late_tokens;
     DROP TABLE late_sessions; DROP TABLE late_tokens`,
  );
  isProblem(await anna.get('/v1/account'), 401, 'token-expired');
  isProblem(await tests.api.post('/v1/auth/refresh', { refresh_token: anna.session.refresh_token }), 401, 'token-expired');
  await untilGone(anna);
  assert.equal(
    await tests.database.sql(
      `SELECT (SELECT count(*) FROM sessions WHERE ${rows}) + (SELECT count(*) FROM tokens WHERE ${rows})`,
    ),
    '0',
  );
  await other.get('/v1/account', { expect: 200 });
});

test('an account that is deleted twice at once is deleted once', async () => {
  const anna = await tests.signIn();
  const answers = await Promise.all([1, 2, 3].map(() => anna.delete('/v1/account')));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 401, 401]);
});

/* --- a guest who has an account ---------------------------------------------------------------- */

test('a guest gives its games to the player that it turns out to be', async () => {
  const anna = await tests.signIn({ sub: 'merges' });
  const guest = await tests.api.guest();
  const [local, ben] = [await newLocal(guest), await tests.api.guest()];
  const running = await meet(guest, ben);
  const against = await meet(guest, anna);
  const body = { credential: tests.google.token({ sub: 'merges' }), merge: true };
  const { status, json } = await guest.post('/v1/auth/google', body);
  assert.deepEqual([status, json.player.id, json.claimed, json.merged], [200, anna.player.id, false, true]);
  isProblem(await guest.get('/v1/account'), 401, 'token-expired');
  await untilGone(guest);
  isProblem(await tests.api.get(`/v1/players/${guest.player.id}`), 404, 'player-not-found');
  const both = await read(anna, local);
  assert.deepEqual(both.you, ['black', 'white']);
  assert.equal(both.players.black.name, anna.player.name);
  const mine = await read(anna, running);
  assert.deepEqual([mine.you, mine.status, mine.players.black.id], [['black'], 'live', anna.player.id]);
  await play(anna, mine, 'f5');
  const own = await read(anna, against);
  assert.deepEqual([own.you, own.players.black.id], [['white'], guest.player.id], 'nobody plays against himself');
  assert.equal(own.status, 'aborted');
});

test('whom the guest had blocked, and who had blocked the guest, the player does not meet either', async () => {
  const anna = await tests.signIn({ sub: 'merges blocks' });
  const [guest, ben, cleo, dora] = await Promise.all([1, 2, 3, 4].map(() => tests.api.guest()));
  const old = await tests.api.guest();
  for (const each of [ben, old, anna]) await block(guest, each);
  for (const each of [cleo, anna]) await block(each, guest);
  for (const each of [old, dora]) await block(anna, each);
  const blocked = async (client) => {
    const { json } = await client.get('/v1/account/blocks', { expect: 200 });
    return json.items.map(({ player }) => player.id).sort();
  };
  await putOff();
  const body = { credential: tests.google.token({ sub: 'merges blocks' }), merge: true };
  await guest.post('/v1/auth/google', body, { expect: 200 });
  for (const each of [ben, cleo, old, dora]) {
    isProblem(await each.post('/v1/challenges', { to: anna.player.id }), 403, 'blocked');
    isProblem(await anna.post('/v1/challenges', { to: each.player.id }), 403, 'blocked');
  }
  // A block that was under way when the guest went.
  const eve = await tests.api.guest();
  await tests.database.sql(
    `INSERT INTO blocks (player_id, blocked_id, blocked_name, created_at)
     VALUES ('${guest.player.id}', '${eve.player.id}', '${eve.player.name}', now())`,
  );
  await putOffNoMore();
  await untilGone(guest);
  isProblem(await eve.post('/v1/challenges', { to: anna.player.id }), 403, 'blocked');
  const ids = (...clients) => clients.map(({ player }) => player.id).sort();
  assert.deepEqual(await blocked(anna), ids(ben, old, dora, eve));
  assert.deepEqual(await blocked(cleo), ids(anna));
  const { json } = await cleo.get('/v1/account/blocks', { expect: 200 });
  assert.equal(json.items[0].player.name, anna.player.name);
});

test('no more of a guest’s blocks go over than a player may have', async () => {
  const anna = await tests.signIn({ sub: 'merges many blocks' });
  const guest = await tests.api.guest();
  const many = (client, count, ages) =>
    tests.database.sql(
      `INSERT INTO blocks (player_id, blocked_id, blocked_name, created_at)
       SELECT '${client.player.id}', gen_random_uuid(), 'Somebody', now() - ${ages} * interval '1 minute'
         FROM generate_series(1, ${count}) AS n`,
    );
  await many(anna, 997, '5000');
  await many(guest, 6, 'n');
  const latest = `SELECT blocked_id FROM blocks WHERE player_id = '${guest.player.id}' ORDER BY created_at DESC LIMIT 3`;
  const expected = (await tests.database.sql(latest)).split('\n').sort();
  const body = { credential: tests.google.token({ sub: 'merges many blocks' }), merge: true };
  await guest.post('/v1/auth/google', body, { expect: 200 });
  await untilGone(guest);
  const count = `SELECT count(*) FROM blocks WHERE player_id = '${anna.player.id}'`;
  assert.equal(await tests.database.sql(count), '1000');
  const young = `SELECT blocked_id FROM blocks WHERE player_id = '${anna.player.id}' AND created_at > now() - interval '1 day'`;
  assert.deepEqual((await tests.database.sql(young)).split('\n').sort(), expected);
});

test('where the player that it turned out to be is gone too, nobody plays on', async () => {
  const anna = await tests.signIn({ sub: 'merges and goes' });
  const [guest, ben] = [await tests.api.guest(), await tests.api.guest()];
  const running = await meet(guest, ben);
  await putOff();
  await guest.post('/v1/auth/google', { credential: tests.google.token({ sub: 'merges and goes' }), merge: true }, { expect: 200 });
  await putOffNoMore();
  await erase(anna);
  await tests.database.sql(`UPDATE departures SET lease_until = now() - interval '1 second' WHERE player_id = '${guest.player.id}'`);
  await until('the game is left', async () => (await read(ben, running)).status === 'aborted');
  await until('nobody sits there', async () => (await read(ben, running)).players.black.name === 'Deleted player');
});

test('what the guest asked the engine for is that player’s', async () => {
  const anna = await tests.signIn({ sub: 'merges analyses' });
  const guest = await tests.api.guest();
  const { json: analysis } = await analyse(guest, { transcript: 'f5d6c3d3c4', nodes: 250_000_000 });
  await anna.get(`/v1/analyses/${analysis.id}`, { expect: 404 });
  await guest.post('/v1/auth/google', { credential: tests.google.token({ sub: 'merges analyses' }), merge: true }, { expect: 200 });
  await until('it is', async () => (await anna.get(`/v1/analyses/${analysis.id}`, { expect: [200, 404] })).status === 200);
  await anna.delete(`/v1/analyses/${analysis.id}`, { expect: 204 });
});

test('without a player of its own a guest is claimed, whatever merge says', async () => {
  const guest = await tests.api.guest();
  const body = { credential: tests.google.token({ sub: 'nothing to merge' }), merge: true };
  const { status, json } = await guest.post('/v1/auth/google', body);
  assert.deepEqual([status, json.player.id, json.claimed, json.merged], [201, guest.player.id, true, false]);
});

/* --- export ------------------------------------------------------------------------------------- */

test('everything about me', async () => {
  const guest = await tests.api.guest();
  const games = [await newLocal(guest), await newAgainst(guest, 'easy')];
  const anna = await signIn(guest, tests.google, { sub: 'takes all' });
  const ben = await tests.api.guest();
  await block(anna, ben);
  await anna.patch('/v1/account', { settings: { language: 'de' } }, { expect: 200 });
  const { json: token } = await anna.post('/v1/tokens', { name: 'bot', scopes: ['read'] }, { expect: 201 });
  const cho = await tests.signIn();
  const made = await challenge(anna, { to: cho.player.id, metadata: { note: 'mine' } });
  const received = await challenge(cho, { to: anna.player.id, metadata: { note: 'theirs' } });
  const invitation = await challenge(anna);
  await challenge(cho);
  const wanted = await seek(anna, { color: 'white', wins_needed: 5 });
  const endless = { transcript: 'f5d6c3d3c4', nodes: 250_000_000 };
  const { json: analysis } = await analyse(anna, endless);
  await anna.put(`/v1/games/${games[0].id}/moves/1`, { square: 'f5' }, { expect: 201 });
  await anna.put(`/v1/games/${games[0].id}/resignation`, { seat: 'black' }, { expect: 200 });
  await review(anna, games[0]);
  const { json, text } = await anna.get('/v1/account/export', { expect: 200 });
  assert.equal(json.player.id, anna.player.id);
  assert.deepEqual(json.identity, { provider: 'google', subject: 'takes all' });
  assert.equal(json.settings.language, 'de');
  assert.deepEqual(json.blocks.map(({ player }) => player.id), [ben.player.id]);
  assert.deepEqual(json.games.map(({ id }) => id).sort(), games.map(({ id }) => id).sort());
  assert.equal(json.next_cursor, null);
  assert.deepEqual(json.challenges.map(({ id }) => id), [invitation.id, received.id, made.id]);
  assert.deepEqual(json.challenges.map(({ metadata }) => metadata), [{}, { note: 'theirs' }, { note: 'mine' }]);
  assert.deepEqual(json.seeks.map(({ id, status }) => [id, status]), [[wanted.id, 'open']]);
  assert.deepEqual(json.analyses.map(({ id, positions }) => [id, positions.length]), [[analysis.id, 1]]);
  assert.deepEqual(json.reviews.map(({ game, strength }) => [game, strength]), [[games[0].id, 'quick']]);
  assert.deepEqual(json.tokens.map(({ id, name, scopes }) => [id, name, scopes]), [[token.id, 'bot', ['read']]]);
  assert.deepEqual(json.access.map(({ kind }) => kind).sort(), ['access', 'guest', 'session']);
  for (const secret of [anna.token, anna.session.refresh_token, token.access_token, guest.token]) {
    assert.ok(!text.includes(secret));
  }
  await anna.delete(`/v1/analyses/${analysis.id}`, { expect: 204 });
});

test('everything is what its own operation shows, also where nobody has played', async () => {
  const anna = await tests.signIn();
  const made = await challenge(anna, { clock: perMove, wins_needed: 3 });
  await anna.delete(`/v1/challenges/${(await challenge(anna)).id}`, { expect: 204 });
  const wanted = await seek(anna, { color: 'white', wins_needed: 5 });
  const { json } = await anna.get('/v1/account/export', { expect: 200 });
  const shown = async (path) => (await anna.get(path, { expect: 200 })).json;
  const timeless = ({ server_time, ...each }) => each;
  assert.deepEqual(json.chips, await shown('/v1/chips'));
  assert.deepEqual(json.chip_entries, (await shown('/v1/chips/ledger')).items);
  assert.deepEqual(json.challenges.map(({ status }) => status), ['cancelled', 'open']);
  assert.deepEqual(timeless(json.challenges[1]), timeless(await shown(`/v1/challenges/${made.id}`)));
  const { expires_at, ...rest } = timeless(json.seeks[0]);
  const { expires_at: later, ...same } = timeless(await shown(`/v1/seeks/${wanted.id}`));
  assert.deepEqual(rest, same);
});

test('a guest has no chips and no history', async () => {
  const { json } = await (await tests.api.guest()).get('/v1/account/export', { expect: 200 });
  assert.deepEqual([json.chips, json.chip_entries, json.rating_history], [null, [], { live: [], correspondence: [] }]);
});

test('of long journals the latest entries', async () => {
  const anna = await tests.signIn();
  await tests.database.sql(
    `INSERT INTO chip_entries (player_id, seq, kind, amount, aside, balance, game_id, entered_at)
     SELECT '${anna.player.id}', n, 'won', 1, 0, n, gen_random_uuid(), now() FROM generate_series(1, 1003) AS n;
     INSERT INTO rating_changes (player_id, ladder, seq, game_id, opponent_id, result, rating_before, rating_after, rated_at)
     SELECT '${anna.player.id}', 'live', n, gen_random_uuid(), gen_random_uuid(), 'won', 1000000 + 1000 * n, 1000001 + 1000 * n,
            now() + n * interval '1 millisecond'
       FROM generate_series(1, 1003) AS n`,
  );
  const { json } = await anna.get('/v1/account/export', { expect: 200 });
  const latest = Array.from({ length: 1000 }, (_, i) => 1003 - i);
  assert.deepEqual(json.chip_entries.map(({ balance }) => balance), latest);
  assert.deepEqual(json.rating_history.live.map(({ before }) => before - 1000), latest);
  assert.deepEqual(json.rating_history.correspondence, []);
});

test('of many challenges, seeks and analyses the latest', async () => {
  const [anna, ben] = [await tests.signIn(), await tests.signIn()];
  const made = await challenge(anna, { to: ben.player.id });
  const received = await challenge(ben, { to: anna.player.id });
  const wanted = await seek(anna, { color: 'white', wins_needed: 5 });
  const { json: analysis } = await analyse(anna, { transcript: 'f5d6c3d3c4', nodes: 250_000_000 });
  const originals = { challenges: [made, received], seeks: [wanted], studies: [analysis] };
  for (const [table, things] of Object.entries(originals)) {
    await tests.database.sql(
      `INSERT INTO ${table}
       SELECT (jsonb_populate_record(original, jsonb_build_object('id', gen_random_uuid(),
                'created_at', created_at - n * interval '1 millisecond',
                'updated_at', updated_at - n * interval '1 millisecond'))).*
         FROM ${table} AS original, generate_series(1, 1003) AS n
        WHERE id IN (${things.map(({ id }) => `'${id}'`)})`,
    );
  }
  const { challenges, seeks, analyses } = (await anna.get('/v1/account/export', { expect: 200 })).json;
  for (const [items, latest] of [[challenges, received], [seeks, wanted], [analyses, analysis]]) {
    assert.equal(new Set(items.map(({ id }) => id)).size, 1000);
    assert.equal(items[0].id, latest.id);
  }
  await tests.database.sql(`DELETE FROM studies WHERE caller = '${anna.player.id}'`);
});

test('more games than one answer holds', async () => {
  const anna = await tests.signIn();
  const game = await newLocal(anna);
  const ids = Array.from({ length: 250 }, () => crypto.randomUUID());
  await copyGame(tests.database, game, ids, {
    created_at: "original.created_at - interval '1 day'",
    updated_at: "original.updated_at - n * interval '1 millisecond'",
  });
  const first = await anna.get('/v1/account/export', { expect: 200 });
  const waiting = ids.find((id) => !first.json.games.some((each) => each.id === id));
  await tests.database.sql(`UPDATE games SET updated_at = now(), version = version + 1 WHERE id = '${waiting}'`);
  const answers = [first.json];
  while (answers.at(-1).next_cursor) {
    const { json } = await anna.get('/v1/account/export', { query: { cursor: answers.at(-1).next_cursor }, expect: 200 });
    assert.deepEqual(Object.keys(json).sort(), ['exported_at', 'games', 'next_cursor']);
    answers.push(json);
  }
  assert.deepEqual(answers.map(({ games }) => games.length), [100, 100, 51]);
  const all = answers.flatMap(({ games }) => games.map(({ id }) => id));
  assert.deepEqual(all.sort(), [game.id, ...ids].sort());
});
