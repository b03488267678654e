// Killed at each point while a rated game for chips begins or ends: the books agree afterwards, and a repeat does it once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect } from '../support/client.mjs';
import { makeDatabase } from '../support/database.mjs';
import { accept, block, challenge, seek } from '../support/opponents.mjs';
import { letPass } from '../support/people.mjs';
import { newAgainst, read } from '../support/play.mjs';
import { accounts, almostWon, booksAgree, clock, newAgreed, newRated, playPlies, resign, signUp, storedChips, storedRating } from '../support/rated.mjs';
import { startService } from '../support/service.mjs';

const tests = {};
let ann;
let ben;

async function start() {
  tests.service = await startService({ database: tests.database });
  tests.api = connect(tests.service.url);
  [ann, ben] = [ann, ben].map((one) => one && Object.assign(tests.api.as(one.token), { player: one.player }));
}

async function stop() {
  tests.api.close();
  await tests.service.stop();
}

before(async () => {
  tests.database = await makeDatabase();
  await start();
  [ann, ben] = await accounts(tests, 2);
  for (let game = 0; game < 10; game += 1) await resign([ann, ben][game % 2], await newRated(ann, ben)); // both are ranked now
});
after(async () => {
  await stop();
  await tests.database.drop();
});

/** Starts a service that is killed at a point, and has it do something, if it does not by itself. */
async function strike(point, command) {
  const mortal = await startService({ database: tests.database, env: { REVERSID_FAULT: point } });
  const client = connect(mortal.url);
  if (command) await assert.rejects(command(client), 'it was killed before it answered');
  client.close();
  const { signal } = await mortal.ended;
  assert.equal(signal, 'SIGKILL');
  assert.equal(mortal.report, '');
}

/** Two players' rated games, and chips free and put aside. */
async function books() {
  const each = async (one) => [(await storedRating(tests.database, one))[1], ...(await storedChips(tests.database, one))];
  return [await each(ann), await each(ben)];
}

/** Each point, and whether it is done when the service is killed there; undefined: it may be. */
const beginning = [
  ['sent begin', false],
  ['sent change_challenge', false],
  ['sent add_game', false],
  ['sent change_chips', false],
  ['sent commit', undefined],
  ['committed', true],
];
for (const [point, done] of beginning) {
  test(`a rated game for chips begins, killed at "${point}"`, async () => {
    const [[, before]] = await books();
    const made = await challenge(ann, { to: ben.player.id, rated: true, staked: true, clock });
    await strike(point, (client) => accept(client.as(ben.token), made));
    await booksAgree(tests.database);
    const [[, now]] = await books();
    if (done !== undefined) assert.equal(now === before - 60, done);
    const { status } = await accept(ben, made, { expect: [200, 201] });
    assert.equal(status, now === before ? 201 : 200);
    assert.equal((await books())[0][1], before - 60);
    await booksAgree(tests.database);
    await ben.put(`/v1/games/${made.id}/abort`, undefined, { expect: 200 });
    assert.equal((await books())[0][1], before);
  });
}

const ending = [
  ['sent begin', false],
  ['sent change_game', false],
  ['sent change_rating', false],
  ['sent change_chips', false],
  ['sent add_ladder_delta', false],
  ['sent commit', undefined],
  ['committed', true],
];

/** What of the end there is when the service was killed, and what there is once it was done. */
async function check(before, game, done) {
  const [[games]] = await books();
  await booksAgree(tests.database);
  if (done !== undefined) assert.equal(games, before[0][0] + (done ? 1 : 0));
  await ann.put(`/v1/games/${game.id}/resignation`);
  const { rating_change: change, result } = await read(ben, game);
  assert.equal(result.winner, 'white');
  assert.ok(change.black.after < change.black.before);
  const [[annGames, annFree, annAside], [benGames, benFree, benAside]] = before;
  assert.deepEqual(await books(), [[annGames + 1, annFree + 10, annAside - 60], [benGames + 1, benFree + 110, benAside - 60]]);
  await booksAgree(tests.database);
}

for (const [point, done] of [...ending, ['answering', true]]) {
  test(`a rated game for chips ends by resignation, killed at "${point}"`, async () => {
    const game = await playPlies(await newRated(ann, ben, { staked: true }), ann, ben, 4);
    const before = await books();
    await strike(point, (client) => client.as(ann.token).put(`/v1/games/${game.id}/resignation`));
    await check(before, game, done);
  });
}

for (const [point, done] of ending) {
  test(`a rated game for chips ends by its deadline, killed at "${point}"`, async () => {
    const game = await playPlies(await newRated(ann, ben, { staked: true }), ann, ben, 4);
    const before = await books();
    await stop(); // else it would be first
    await letPass(tests.database, game, 600_000);
    await strike(point);
    const [[games]] = await books();
    await start();
    if (done !== undefined) assert.equal(games, before[0][0] + (done ? 1 : 0));
    await check(before, game, undefined);
  });
}

for (const [point, done] of ending.filter(([name]) => !['sent change_rating', 'sent add_ladder_delta'].includes(name))) {
  test(`a win against the AI is rewarded, killed at "${point}"`, async () => {
    const { game, square } = await almostWon(ann, tests.database, await newAgainst(ann, 'easy', { seed: undefined }));
    const command = (client) => client.put(`/v1/games/${game.id}/moves/${game.next_ply}`, { square });
    const [[, before]] = await books();
    await strike(point, (client) => command(client.as(ann.token)));
    await booksAgree(tests.database);
    const [[, now]] = await books();
    if (done !== undefined) assert.equal(now === before + 5, done);
    await command(ann);
    assert.equal((await books())[0][1], before + 5);
    await booksAgree(tests.database);
  });
}

const untouched = [1000, 0];
let seconds = 301;

/**
 * How else chips move: who asks for it and how, what both have before and after, and what is written before the chips and
 * after them.
 */
const moves = {
  'seeks for chips are paired': {
    blocked: true,
    writes: ['advance_seeker', 'change_seek', 'add_game', 'change_chips'],
    after: [[940, 60], [940, 60]],
    async prepare(one, other) {
      const terms = { clock: { kind: 'per_move', seconds: (seconds += 1) }, staked: true };
      const [mine] = [await seek(one, terms), await seek(other, terms)];
      await tests.database.sql(`DELETE FROM blocks WHERE player_id = '${one.player.id}'`); // else they were paired at once
      return (client) => client.get(`/v1/seeks/${mine.id}`, { expect: 200 });
    },
  },
  'a rematch for chips begins': {
    writes: ['change_game', 'add_game', 'change_chips'],
    after: [[940, 60], [940, 60]],
    async prepare(one, other) {
      const game = await newAgreed(one, other, { staked: true });
      await one.put(`/v1/games/${game.id}/abort`, undefined, { expect: 200 });
      await other.put(`/v1/games/${game.id}/rematch`, undefined, { expect: 200 });
      return (client) => client.put(`/v1/games/${game.id}/rematch`, undefined, { expect: [200, 201] });
    },
  },
  'a match for chips is left': {
    writes: ['change_game', 'change_chips'],
    before: [[640, 360], [640, 360]],
    after: [[640, 0], [1300, 0]],
    async prepare(one, other) {
      const game = await playPlies(await newAgreed(one, other, { staked: true, wins_needed: 5 }), one, other, 4);
      return (client) => client.put(`/v1/matches/${game.match.id}/leave`, undefined, { expect: 200 });
    },
  },
};
for (const [name, { writes, blocked, before = [untouched, untouched], after, prepare }] of Object.entries(moves)) {
  const points = [...['begin', ...writes].map((write) => [`sent ${write}`, false]), ['sent commit', undefined], ['committed', true]];
  for (const [point, done] of points) {
    test(`${name}, killed at "${point}"`, async () => {
      const [one, other] = [await tests.api.guest(), await tests.api.guest()];
      if (blocked) await block(one, other, { expect: 200 });
      for (const each of [one, other]) await signUp(tests, each);
      const command = await prepare(one, other);
      const both = async () => [await storedChips(tests.database, one), await storedChips(tests.database, other)];
      assert.deepEqual(await both(), before);
      await strike(point, (client) => command(client.as(one.token)));
      await booksAgree(tests.database);
      const now = await both();
      if (done !== undefined) assert.deepEqual(now, done ? after : before, 'all of it or nothing');
      for (let again = 0; again < 2; again += 1) await command(one);
      assert.deepEqual(await both(), after, 'sent again, it is done once');
      await booksAgree(tests.database);
    });
  }
}
