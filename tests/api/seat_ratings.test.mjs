// How strong who sits at a board was when the game began: in every game of whoever has an account, whichever way it began.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accept, challenge, seek } from '../support/opponents.mjs';
import { letPass } from '../support/people.mjs';
import { newAgainst, newLocal, read, until } from '../support/play.mjs';
import { account, accounts, clock, newAgreed, newRated, resign, winAgainst } from '../support/rated.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();
const days = { kind: 'correspondence', days: 3 };

/** Ratings as a game's seats, or a match's sides, show them. */
const ratings = ({ players }) => [players.black.rating, players.white.rating];

/** A client for a new player with these ratings, in thousandths. */
async function strong(live, correspondence) {
  const client = await account(tests);
  const { id } = client.player;
  await tests.database.sql(`
    INSERT INTO ratings VALUES ('${id}', 'live', ${live}, 1, 1, 0, 0, now(), false, 1),
                               ('${id}', 'correspondence', ${correspondence}, 1, 1, 0, 0, now(), false, 1)`);
  return client;
}

/** Changes a player's live rating, as a rated game would that ends meanwhile. */
const become = ({ player }, rating) =>
  tests.database.sql(`UPDATE ratings SET rating = ${rating}, seq = seq + 1 WHERE player_id = '${player.id}' AND ladder = 'live'`);

const rematch = (client, { id }, status) => client.put(`/v1/games/${id}/rematch`, undefined, { expect: status });

test('against the AI and on one device, on the ladder of the clock', async () => {
  const ann = await strong(1211500, 1300000);
  const game = await newAgainst(ann, 'easy');
  assert.deepEqual([game.players.black.rating, game.players.white.rating, game.rated], [1212, undefined, false]);
  assert.equal((await newAgainst(ann, 'easy', { color: 'white' })).players.white.rating, 1212);
  assert.equal((await newAgainst(ann, 'easy', { clock })).players.black.rating, 1212);
  assert.equal((await newAgainst(ann, 'easy', { clock: days })).players.black.rating, 1300);
  assert.deepEqual(ratings(await newLocal(ann)), [1212, 1212]);
  assert.equal((await newAgainst(await account(tests), 'easy')).players.black.rating, 1200, 'before the first rated game');
  assert.equal((await newAgainst(await tests.api.guest(), 'easy')).players.black.rating, null);
  assert.deepEqual(ratings(await newLocal(await tests.api.guest())), [null, null]);
});

test('it stays what it was, wherever the game is shown', async () => {
  const ann = await strong(1211500, 1300000);
  const key = { headers: { 'Idempotency-Key': ann.player.id }, expect: [200, 201] };
  const body = { opponent: { type: 'ai', level: 'easy' }, wins_needed: 1 };
  const { json: game } = await ann.post('/v1/games', body, key);
  await become(ann, 1400000);
  const { json: repeated } = await ann.post('/v1/games', body, key);
  const { json: match } = await ann.get(`/v1/matches/${game.match.id}`, { expect: 200 });
  const { json: mine } = await ann.get('/v1/account/games', { expect: 200 });
  const { json: exported } = await ann.get(`/v1/games/${game.id}/export`, { query: { format: 'json' }, expect: 200 });
  const shown = [game, repeated, await read(ann, game), mine.items[0], exported].map(({ players }) => players.black.rating);
  assert.deepEqual([...shown, match.sides[0].player.rating], Array(6).fill(1212));
});

test('between people: challenges, invitations, seeks', async () => {
  const [ann, ben] = [await strong(1250000, 1300000), await strong(1350400, 1400000)];
  assert.deepEqual(ratings(await newAgreed(ann, ben, { rated: false })), [1250, 1350]);
  assert.deepEqual(ratings(await newAgreed(ben, ann, { rated: false, clock: { kind: 'none' } })), [1350, 1250]);
  assert.deepEqual(ratings(await newAgreed(ann, ben, { rated: false, clock: days })), [1300, 1400]);
  assert.deepEqual(ratings(await newRated(ann, ben, { clock: days })), [1300, 1400]);
  const guest = await tests.api.guest();
  const { json: invited } = await accept(guest, await challenge(ann, { color: 'black' }), { expect: 201 });
  assert.deepEqual([...ratings(invited), invited.rated], [1250, null, false]);
  await seek(ann, { color: 'black', clock, rated: false });
  const { game_id: id } = await seek(ben, { color: 'white', clock, rated: false });
  assert.deepEqual(ratings(await read(ann, { id })), [1250, 1350]);
  await seek(ann, { color: 'black', clock: days, rated: false });
  const paired = await seek(guest, { color: 'white', clock: days, rated: false });
  assert.deepEqual(ratings(await read(ann, { id: paired.game_id })), [1300, null]);
});

test('the next game of a match, and a rematch, tell what holds when they begin', async () => {
  const [ann, ben] = [await strong(1250000, 1300000), await strong(1350000, 1400000)];
  const first = await newAgreed(ann, ben, { rated: false, wins_needed: 3 });
  await become(ben, 1500000);
  const { match } = await resign(ann, first);
  const second = await read(ann, { id: match.next_game_id });
  assert.deepEqual([ratings(second), ratings(await read(ann, first))], [[1500, 1250], [1250, 1350]]);

  const single = await resign(ann, await newAgreed(ann, ben, { rated: false }));
  await rematch(ann, single, 200);
  await become(ann, 1275000);
  const { json: again } = await rematch(ben, single, 201);
  assert.deepEqual([...ratings(again), again.rated], [1500, 1275, false]);
});

test('the same against the AI, and where time ends a game', async () => {
  const ann = await strong(1250000, 1300000);
  const won = await winAgainst(ann, tests.database, await newAgainst(ann, 'easy', { wins_needed: 3 }));
  assert.equal((await read(ann, { id: won.match.next_game_id })).players.white.rating, 1250);
  const single = await resign(ann, await newAgainst(ann, 'easy'));
  await become(ann, 1260000);
  const { json: again } = await rematch(ann, single, 201);
  assert.equal(again.players.white.rating, 1260);
  const late = await newAgainst(ann, 'easy', { wins_needed: 3, clock });
  await become(ann, 1270000);
  await letPass(tests.database, late, 600_000);
  const next = await until('the next game has begun', async () => (await read(ann, late)).match.next_game_id);
  assert.equal((await read(ann, { id: next })).players.white.rating, 1270);
});

test('who signs in between two games has a rating in the later one', async () => {
  const guest = await tests.api.guest();
  const first = await newAgainst(guest, 'easy', { wins_needed: 3 });
  await tests.database.sql(
    `UPDATE players SET kind = 'signed-in', provider = 'google', subject = id::text WHERE id = '${guest.player.id}'`,
  );
  const { players, match } = await resign(guest, first);
  assert.equal(players.black.rating, null);
  assert.equal((await read(guest, { id: match.next_game_id })).players.white.rating, 1200);
});

test('a game that shows ratings is not taken for a rated one', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const ended = await resign(ann, await newAgreed(ann, ben, { rated: false, wins_needed: 1 }));
  assert.deepEqual([...ratings(ended), ended.rated, ended.unrated_reason, ended.rating_change], [1200, 1200, false, 'casual', null]);
  for (const client of [ann, ben]) {
    assert.deepEqual((await client.get('/v1/players/me/rating-history', { expect: 200 })).json.items, []);
  }
  const { json: score } = await ann.get(`/v1/players/me/versus/${ben.player.id}`, { expect: 200 });
  assert.deepEqual([score.all.games, score.rated.games], [1, 0]);
});
