// A player who gets another name, as a guest who signs in or by wish: what is under way takes it, what is over keeps the old one.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { connect } from '../support/client.mjs';
import { makeDatabase } from '../support/database.mjs';
import { signIn, startGoogle } from '../support/google.mjs';
import { accept, challenge, nextEvent, seek, untilPaired } from '../support/opponents.mjs';
import { copyGame, newBetween } from '../support/people.mjs';
import { move, newAgainst, newLocal, play, read, until } from '../support/play.mjs';
import { resign } from '../support/rated.mjs';
import { serviceForTests, startService } from '../support/service.mjs';

const tests = serviceForTests({ google: true });

let count = 0;
const fresh = () => `Renamed ${randomUUID().slice(0, 6)} ${(count += 1)}`;

/** Changes the name by wish. @return the name from then on */
async function wish(client) {
  const { json } = await client.patch('/v1/account', { name: fresh() }, { expect: 200 });
  return json.name;
}

/** Signs the guest in. @return the name from then on */
async function claim(client) {
  const { session } = await signIn(client, tests.google);
  assert.equal(session.claimed, true);
  return session.player.name;
}

/** Ways to another name: who goes them, and how. */
const ways = {
  'a guest who signs in': { join: () => tests.api.guest(), rename: claim },
  'a player who wants another name': { join: () => tests.signIn(), rename: wish },
};

const names = ({ players }) => [players.black.name, players.white.name];
const show = async (client, path) => (await client.get(path, { expect: 200 })).json;

const waiting = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Waits until so many of the service's statements wait for a row. */
const untilWaiting = (database, many) =>
  until(`${many} wait`, async () => Number(await database.sql(`SELECT count(*) ${waiting}`, 'service')) >= many);

/** What was shown under an ETag is shown anew, as a client that asks with that ETag sees it. */
async function shownAnew(client, path, rename) {
  const { headers } = await client.get(path, { expect: 200 });
  const ask = (options) => client.get(path, { headers: { 'If-None-Match': headers.etag }, ...options });
  await ask({ expect: 304 });
  const name = await rename();
  return { name, json: (await ask({ expect: 200 })).json };
}

for (const [who, { join, rename }] of Object.entries(ways)) {
  test(`${who}: live games take the new name, with a new version where nobody else has the turn`, async () => {
    const [anna, ben] = [await join(), await tests.api.guest()];
    const old = anna.player.name;
    const local = await newLocal(anna);
    const against = await newAgainst(anna, 'easy', { color: 'black' });
    const between = await newBetween(tests.database, ben, anna);
    const over = await resign(anna, await newBetween(tests.database, anna, ben));
    const others = await newBetween(tests.database, ben, await tests.api.guest());
    const { name, json } = await shownAnew(ben, `/v1/games/${between.id}`, () => rename(anna));
    assert.notEqual(name, old);
    assert.deepEqual(names(json), [ben.player.name, name]);
    assert.equal(json.version, between.version + 1);
    assert.deepEqual(json.clock, between.clock);
    assert.deepEqual(names(await read(tests.api, local)), [name, name]);
    assert.equal((await read(tests.api, against)).players.black.name, name);
    const kept = await read(tests.api, over);
    assert.deepEqual([names(kept), kept.version], [[old, ben.player.name], over.version]);
    const alien = await read(tests.api, others);
    assert.deepEqual([names(alien), alien.version], [names(others), others.version]);
  });

  test(`${who}: whoever watches sees the new name`, async () => {
    const [anna, ben] = [await join(), await tests.api.guest()];
    const game = await newBetween(tests.database, ben, anna);
    const watching = await ben.stream(`/v1/games/${game.id}/events`);
    assert.equal((await watching.next()).game.players.white.name, anna.player.name);
    const all = await ben.stream('/v1/events');
    const name = await rename(anna);
    assert.equal((await watching.next()).game.players.white.name, name);
    const changed = await nextEvent(all, ({ game: seen }) => seen?.players?.white.name === name);
    assert.equal(changed.event, 'game.changed');
    watching.close();
    all.close();
  });

  test(`${who}: open challenges by and to the player, and invitations`, async () => {
    const [anna, ben] = [await join(), await tests.api.guest()];
    const by = await challenge(anna, { to: ben.player.id });
    const invitation = await challenge(anna);
    const to = await challenge(ben, { to: anna.player.id });
    const { name, json } = await shownAnew(ben, `/v1/challenges/${by.id}`, () => rename(anna));
    assert.equal(json.maker.name, name);
    assert.equal(json.status, 'open');
    assert.equal((await show(tests.api, `/v1/challenges/${invitation.code}`)).maker.name, name);
    assert.equal((await show(ben, `/v1/challenges/${to.id}`)).to.name, name);
    const { json: game } = await accept(ben, by, { expect: 201 });
    assert.deepEqual(names(game).sort(), [name, ben.player.name].sort());
  });

  test(`${who}: open seeks, and the game that they become`, async () => {
    const [anna, ben] = [await join(), await tests.api.guest()];
    const terms = { clock: { kind: 'per_move', seconds: 100 + (count += 1) } };
    const wanted = await seek(anna, terms);
    const { name, json } = await shownAnew(tests.api, `/v1/seeks/${wanted.id}`, () => rename(anna));
    assert.equal(json.player.name, name);
    await seek(ben, terms);
    const client = anna; // a guest's token is good for another minute
    const game = await read(ben, { id: await untilPaired(client, wanted) });
    assert.deepEqual(names(game).sort(), [name, ben.player.name].sort());
  });

  test(`${who}: a match shows the name of its latest game, and so does a rematch`, async () => {
    const [anna, ben] = [await join(), await tests.api.guest()];
    const old = anna.player.name;
    const { json: first } = await accept(ben, await challenge(anna, { to: ben.player.id, wins_needed: 3, color: 'black' }), {
      expect: 201,
    });
    let game = first;
    for (const square of ['f5', 'd6', 'c3', 'd3']) game = await play(game.turn === 'black' ? anna : ben, game, square);
    const over = await resign(ben, game);
    const { name, json: match } = await shownAnew(ben, `/v1/matches/${first.match.id}`, () => rename(anna));
    assert.deepEqual(match.sides.map(({ player }) => player.name), [name, ben.player.name]);
    assert.deepEqual(names(await read(ben, over)), [old, ben.player.name]);
    assert.deepEqual(names(await read(ben, { id: over.match.next_game_id })), [ben.player.name, name]);
  });

  test(`${who}: a game that was over before is played again under the new name`, async () => {
    const [anna, ben] = [await join(), await tests.api.guest()];
    const over = await resign(ben, await newBetween(tests.database, ben, anna));
    const name = await rename(anna);
    await anna.put(`/v1/games/${over.id}/rematch`, undefined, { expect: 200 });
    const { json: again } = await ben.put(`/v1/games/${over.id}/rematch`, undefined, { expect: 201 });
    assert.deepEqual(names(again), [name, ben.player.name]);
  });

  test(`${who}: a move at the same moment is not lost`, async () => {
    const [anna, ben] = [await join(), await tests.api.guest()];
    const game = await newBetween(tests.database, ben, anna);
    const free = await tests.database.hold(`SELECT FROM games WHERE id = '${game.id}' FOR UPDATE`);
    const renamed = rename(anna);
    await untilWaiting(tests.database, 1);
    const moved = move(ben, game, 'f5', { expect: 201 });
    await untilWaiting(tests.database, 2);
    await free();
    const [name] = await Promise.all([renamed, moved]);
    const now = await read(ben, game);
    assert.deepEqual(names(now), [ben.player.name, name]);
    assert.equal(now.ply, 1);
    assert.equal(now.version, game.version + 2);
  });
}

/** A game of the client's in which the AI has the turn, which has been claimed so often. */
async function withAiToMove(client, attempts) {
  const game = await newAgainst(client, 'easy', { color: 'white' });
  await tests.database.sql(
    `UPDATE games SET moves = '', move_by = '', used_ms = '{}', turn = 'black', version = 1,
            ai_attempt = ${attempts}, ai_lease_until = now() + interval '1 hour' WHERE id = '${game.id}'`,
  );
  return game;
}

test('the AI’s move is not dropped where it is at its turn', async () => {
  const anna = await tests.signIn();
  const game = await withAiToMove(anna, 1);
  const name = await wish(anna);
  const now = await read(anna, game);
  assert.deepEqual([now.players.white.name, now.turn, now.version], [name, 'black', 1]);
});

test('where its turn waits for a rated game, a client that asks with the ETag it has sees the name', async () => {
  const anna = await tests.signIn();
  const game = await withAiToMove(anna, 0);
  const { name, json } = await shownAnew(anna, `/v1/games/${game.id}`, () => wish(anna));
  assert.deepEqual([json.players.white.name, json.turn, json.version], [name, 'black', 2]);
});

test('of more live games than take the name at once, those between people and the latest', async () => {
  const [anna, ben] = [await tests.signIn(), await tests.api.guest()];
  const first = await newBetween(tests.database, ben, anna);
  const game = await newLocal(anna);
  const ids = Array.from({ length: 200 }, () => randomUUID());
  await tests.database.sql(`UPDATE games SET created_at = created_at - interval '1 hour' WHERE id = '${game.id}'`);
  await copyGame(tests.database, game, ids, { updated_at: `original.updated_at + n * interval '1 second'` });
  const name = await wish(anna);
  assert.equal((await read(tests.api, first)).players.white.name, name);
  const called = await Promise.all([game, { id: ids[0] }, { id: ids[1] }, { id: ids[199] }].map((each) => read(tests.api, each)));
  assert.deepEqual(called.map(({ players }) => players.black.name === name), [false, false, true, true]);
});

test('a name that is taken changes nothing', async () => {
  const [anna, ben] = [await tests.signIn(), await tests.signIn()];
  const game = await newLocal(anna);
  await anna.patch('/v1/account', { name: ben.player.name }, { expect: 409 });
  const now = await read(anna, game);
  assert.deepEqual([names(now), now.version], [names(game), game.version]);
});

test('a service that is killed in between, and its connection with it, leaves all as it was', async () => {
  const [database, google] = [await makeDatabase(), await startGoogle()];
  const service = await startService({ database, env: google.env });
  const api = connect(service.url);
  const anna = await signIn(api, google);
  const game = await newLocal(anna);
  const free = await database.hold(`SELECT FROM players WHERE id = '${anna.player.id}' FOR UPDATE`);
  const renamed = anna.patch('/v1/account', { name: fresh() }).catch(() => undefined);
  await untilWaiting(database, 1); /* for the player's row, which is the last */
  await service.kill();
  await database.sql(`SELECT pg_terminate_backend(pid, 60000) ${waiting}`, 'service');
  await renamed;
  api.close();
  await free();
  const again = await startService({ database, env: google.env });
  const other = connect(again.url);
  const now = await read(other, game);
  assert.deepEqual([names(now), now.version], [names(game), game.version]);
  assert.equal((await show(other, `/v1/players/${anna.player.id}`)).name, anna.player.name);
  other.close();
  await again.stop();
  await google.stop();
  await database.drop();
});

/* --- what is written while the name changes ------------------------------------------------------------------------- */

/** Another name is being given to a player, and not yet committed; a function that commits it. */
const beingRenamed = (database, { player }, name) => database.hold(`UPDATE players SET name = '${name}' WHERE id = '${player.id}'`);

/** What is begun while a player is being renamed, once by that one and once by another, and what that player is called in it;
 *  `shown`: in the answer to whoever began it, too, since what is read later has the same ETag. */
const begun = {
  'a challenge of the player': {
    begin: async (anna, ben) => challenge(anna, { to: ben.player.id }),
    called: async (anna, ben, { id }) => (await show(ben, `/v1/challenges/${id}`)).maker.name,
  },
  'a challenge to the player': {
    begin: async (anna, ben) => challenge(ben, { to: anna.player.id }),
    called: async (anna, ben, { id }) => (await show(ben, `/v1/challenges/${id}`)).to.name,
  },
  'a seek': {
    begin: async (anna) => seek(anna, { wins_needed: 5 }),
    called: async (anna, ben, { id }) => (await show(anna, `/v1/seeks/${id}`)).player.name,
  },
  'a game with somebody whose challenge is accepted': {
    prepare: (anna, ben) => challenge(ben, { to: anna.player.id, color: 'white' }),
    begin: async (anna, ben, made) => (await accept(anna, made, { expect: 201 })).json,
    called: async (anna, ben, { id }) => (await read(ben, { id })).players.black.name,
    shown: names,
  },
  'a rematch': {
    prepare: async (anna, ben) => {
      const over = await resign(ben, await newBetween(tests.database, ben, anna));
      await anna.put(`/v1/games/${over.id}/rematch`, undefined, { expect: 200 });
      return over;
    },
    begin: async (anna, ben, over) => (await ben.put(`/v1/games/${over.id}/rematch`, undefined, { expect: 201 })).json,
    called: async (anna, ben, { id }) => (await read(ben, { id })).players.black.name,
    shown: names,
  },
};

for (const [what, { prepare = () => {}, begin, called, shown }] of Object.entries(begun)) {
  test(`${what}, begun while the player gets another name, has that name`, async () => {
    const [anna, ben] = [await tests.signIn(), await tests.signIn()];
    const made = await prepare(anna, ben);
    const name = fresh();
    const commit = await beingRenamed(tests.database, anna, name);
    const asked = begin(anna, ben, made);
    await untilWaiting(tests.database, 1);
    await commit();
    const answer = await asked;
    assert.equal(await called(anna, ben, answer), name);
    if (shown) assert.deepEqual(shown(answer), [name, ben.player.name]);
  });
}

test('what was written before the name changed, and committed after it was looked for, takes the name', async () => {
  const [anna, ben] = [await tests.signIn(), await tests.api.guest()];
  const made = await challenge(anna, { to: ben.player.id });
  const wanted = await seek(anna, { wins_needed: 3 });
  const game = await newBetween(tests.database, anna, ben);
  /* Nobody sees them, as if they had not been committed; then they come, and their players are held until they do. */
  await tests.database.sql(
    `UPDATE challenges SET expires_at = now() - interval '1 second' WHERE id = '${made.id}';
     UPDATE seeks SET alive_until = now() - interval '1 second' WHERE id = '${wanted.id}';
     UPDATE games SET black_player = '${ben.player.id}', white_player = '${ben.player.id}' WHERE id = '${game.id}'`,
  );
  const commit = await tests.database.hold(
    `UPDATE challenges SET expires_at = now() + interval '1 hour' WHERE id = '${made.id}';
     UPDATE seeks SET alive_until = now() + interval '1 hour' WHERE id = '${wanted.id}';
     UPDATE games SET black_player = '${anna.player.id}' WHERE id = '${game.id}';
     SELECT FROM players WHERE id = '${anna.player.id}' FOR SHARE`,
  );
  const renamed = wish(anna);
  await untilWaiting(tests.database, 1);
  await commit();
  const name = await renamed;
  const shown = [
    (await show(ben, `/v1/challenges/${made.id}`)).maker.name,
    (await show(anna, `/v1/seeks/${wanted.id}`)).player.name,
    (await read(ben, game)).players.black.name,
  ];
  assert.deepEqual(shown, [name, name, name]);
});

test('whom somebody has blocked is called what that one is called now', async () => {
  const [anna, ben] = [await tests.signIn(), await tests.signIn()];
  await ben.put(`/v1/account/blocks/${anna.player.id}`, undefined, { expect: 200 });
  const name = await wish(anna);
  const { items } = await show(ben, '/v1/account/blocks');
  const one = await show(ben, `/v1/account/blocks/${anna.player.id}`);
  assert.deepEqual([...items, one].map(({ player }) => player.name), [name, name]);
});
