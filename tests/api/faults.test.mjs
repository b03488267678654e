// Killed at each point while a game of a match ends, a rematch begins, a challenge is accepted, or two seeks are paired: afterwards all of it
// is done (result, score, next game), or nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect } from '../support/client.mjs';
import { makeDatabase } from '../support/database.mjs';
import { accept, block, challenge, seek, unblock } from '../support/opponents.mjs';
import { newBetween } from '../support/people.mjs';
import { play, read } from '../support/play.mjs';
import { startService } from '../support/service.mjs';

let database;
let service;
let api;
let alice;
let bob;
before(async () => {
  database = await makeDatabase();
  service = await startService({ database });
  api = connect(service.url);
  [alice, bob] = [await api.guest(), await api.guest()];
});
after(async () => {
  api.close();
  await service.stop();
  await database.drop();
});

/** Each point, and whether the game has ended when the service is killed there; undefined: it may. */
const points = [
  ['sent begin', false],
  ['sent change_game', false],
  ['sent add_game', false],
  ['sent change_match', false],
  ['sent commit', undefined],
  ['committed', true],
  ['answering', true],
];

/** Ways in which a game ends and another begins. */
const endings = {
  resignation: (client, game) => client.put(`/v1/games/${game.id}/resignation`),
  agreement: (client, game) => client.put(`/v1/games/${game.id}/draw-offer/acceptance`),
  'last move': (client, game) => client.put(`/v1/games/${game.id}/moves/${game.next_ply}`, { square: game.legal_moves[0].square }),
};

/** A game in which black is to move and one move ends it, with a draw offer of white's. */
async function almostOver() {
  const position = `XOOOOOO-OOOOOOXXOOOOOOXX${'X'.repeat(40)} X`;
  const game = await newBetween(database, alice, bob, { opening: 'position', position, wins_needed: 3 });
  await bob.put(`/v1/games/${game.id}/draw-offer`, undefined, { expect: 200 });
  return read(alice, game);
}

/** What of the end of a game there is: [result, score counts it, next game]. */
async function traces(game) {
  const now = await read(alice, game);
  const { json: match } = await alice.get(`/v1/matches/${game.id}`, { expect: 200 });
  const { json } = await alice.get('/v1/games', { query: { ids: match.games.map(({ id }) => id).join(',') } });
  return [now.status === 'finished', match.version === 2 && match.game_number === 2, json.items.length === 2];
}

/** Sends a command to a service of its own that is killed at a point. */
async function strike(point, command, game, by = alice) {
  const mortal = await startService({ database, env: { REVERSID_FAULT: point } });
  const client = connect(mortal.url);
  await assert.rejects(command(client.as(by.token), game), 'it was killed before it answered');
  client.close();
  const { signal } = await mortal.ended;
  assert.equal(signal, 'SIGKILL');
  assert.equal(mortal.report, '');
}

for (const [ending, command] of Object.entries(endings)) {
  for (const [point, ended] of points) {
    test(`${ending}, killed at "${point}"`, async () => {
      const game = await almostOver();
      await strike(point, command, game);
      const there = await traces(game);
      assert.equal(new Set(there).size, 1, `all of it or nothing: ${there}`);
      if (ended !== undefined) assert.equal(there[0], ended);
      const again = await command(alice, game);
      assert.ok([200, 201].includes(again.status), again.text);
      assert.equal(again.headers['idempotent-replay'] === 'true', there[0], 'sent again, it is done once');
      assert.deepEqual(await traces(game), [true, true, true]);
      const next = await read(alice, { id: again.json.match.next_game_id });
      await play(next.turn === 'black' ? bob : alice, next, next.legal_moves[0].square);
    });
  }
}

/** Points within a transaction of these writes and after it, and whether it is done where the service is killed there. */
const pointsOf = (...writes) => [
  ...['begin', ...writes].map((write) => [`sent ${write}`, false]),
  ['sent commit', undefined],
  ['committed', true],
];

for (const [point, done] of [...pointsOf('change_game', 'add_game', 'add_match', 'check_unblocked', 'check_present'), ['answering', true]]) {
  test(`the acceptance of a rematch, killed at "${point}"`, async () => {
    const rematch = (client, { id }) => client.put(`/v1/games/${id}/rematch`);
    const game = await newBetween(database, alice, bob, { wins_needed: 1 });
    await bob.put(`/v1/games/${game.id}/resignation`, undefined, { expect: 200 });
    await rematch(bob, game);
    await strike(point, rematch, game);
    const { rematch: there } = await read(alice, game);
    const begun = there.status === 'begun';
    if (done !== undefined) assert.equal(begun, done);
    const again = await rematch(alice, game);
    assert.equal(again.status, begun ? 200 : 201, 'sent again, it is done once');
    assert.equal(again.json.id, (await read(bob, game)).rematch.game_id);
    assert.equal((await alice.get(`/v1/matches/${again.json.id}`, { expect: 200 })).json.version, 1);
  });
}

for (const [point, done] of [...pointsOf('change_challenge', 'add_game', 'add_match', 'check_unblocked', 'check_present'), ['answering', true]]) {
  test(`the acceptance of an invitation, killed at "${point}"`, async () => {
    const made = await challenge(bob, { wins_needed: 3 });
    await strike(point, accept, made);
    const { json: now } = await bob.get(`/v1/challenges/${made.id}`, { expect: 200 });
    const accepted = now.status === 'accepted';
    const games = (await bob.get('/v1/games', { query: { ids: made.id }, expect: 200 })).json.items.length;
    const match = await bob.get(`/v1/matches/${made.id}`);
    assert.deepEqual([games === 1, match.status === 200], [accepted, accepted], 'all of it or nothing');
    if (done !== undefined) assert.equal(accepted, done);
    const again = await accept(alice, made);
    assert.equal(again.json.id, made.id);
    assert.ok(again.json.you.length === 1 && (await read(bob, again.json)).you.length === 1);
  });
}

for (const [point, done] of pointsOf('advance_seeker', 'change_seek', 'add_game', 'check_present')) {
  test(`pairing, killed at "${point}"`, async () => {
    const [ann, ben] = [await api.guest(), await api.guest()];
    await block(ann, ben, { expect: 200 });
    const seconds = 100 + Math.floor(Math.random() * 500);
    const terms = { clock: { kind: 'per_move', seconds } };
    const seeks = [await seek(ann, terms), await seek(ben, terms)];
    await unblock(ann, ben, { expect: 204 });
    const ask = (client) => client.get(`/v1/seeks/${seeks[0].id}`);
    await strike(point, ask, undefined, ann);
    const rows = await database.sql(`SELECT string_agg(status || coalesce(game_id::text, ''), ',') FROM seeks WHERE id IN ('${seeks.map(({ id }) => id).join("','")}')`);
    const [one, other] = rows.split(',');
    assert.equal(one, other, 'both or neither');
    const paired = one.startsWith('paired');
    if (done !== undefined) assert.equal(paired, done);
    const games = `SELECT count(*) FROM games WHERE black_player IN ('${ann.player.id}', '${ben.player.id}')`;
    assert.equal(await database.sql(games), paired ? '1' : '0');
    const { json } = await ask(ann);
    assert.equal(json.status, 'paired');
    assert.equal(await database.sql(games), '1');
    assert.equal((await ben.get(`/v1/seeks/${seeks[1].id}`, { expect: 200 })).json.game_id, json.game_id);
  });
}
