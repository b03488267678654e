// Players who delete their accounts just when somebody is about to play with them: no game begins with them, no chips are
// put aside, and whoever is left is told a reason of the other side's, not of the own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erase, putOff } from '../support/departures.mjs';
import { accept, challenge, seek } from '../support/opponents.mjs';
import { isProblem, read, until } from '../support/play.mjs';
import { booksAgree, resign, storedChips } from '../support/rated.mjs';
import { serviceForTests } from '../support/service.mjs';

/* What the job does about it a moment later is another file's business. */
const tests = serviceForTests({ google: true, ready: ({ database }) => putOff(database) });

let seconds = 100;
const ownClock = () => ({ kind: 'per_move', seconds: (seconds += 1) });

/** Who play with each other, and for what. */
const companies = {
  'two guests': { join: () => tests.api.guest(), terms: {} },
  'two who play for chips': { join: () => tests.signIn(), terms: { staked: true, rated: true } },
};

const rowOf = (table, { id }, columns) => tests.database.sql(`SELECT ${columns} FROM ${table} WHERE id = '${id}'`);

/* Each way of meeting: what Anna does first, the row that writing it waits for, what Ben asks, and what must hold of the answer. */

async function byChallenge(anna, ben, terms, to) {
  const made = await challenge(anna, { ...to, ...terms });
  return {
    row: ['challenges', made],
    ask: () => accept(ben, made),
    check: async (answer) => {
      isProblem(answer, 410, 'challenge-gone');
      assert.equal(answer.json.state.status, 'cancelled');
      assert.equal(await rowOf('challenges', made, 'status'), 'cancelled');
    },
  };
}

async function byRematch(anna, ben, terms, offered) {
  const { json: game } = await accept(ben, await challenge(anna, { to: ben.player.id, ...terms }), { expect: 201 });
  const over = await resign(ben, game);
  const path = `/v1/games/${over.id}/rematch`;
  if (offered) await anna.put(path, undefined, { expect: 200 });
  const version = await rowOf('games', over, 'version');
  return {
    row: ['games', over],
    ask: () => ben.put(path),
    check: async (answer) => {
      isProblem(answer, 409, 'player-gone');
      assert.equal(answer.json.state.id, over.id);
      assert.equal(await rowOf('games', over, 'version'), version, 'nothing of it is written');
    },
  };
}

async function bySeek(anna, ben, terms, company) {
  const wanted = await seek(anna, { ...terms, color: 'black' });
  const cho = await company.join();
  await seek(cho, { ...terms, color: 'black' });
  return {
    row: ['seeks', wanted],
    ask: () => ben.post('/v1/seeks', terms),
    check: async ({ status, json }, meanwhile) => {
      assert.deepEqual([status, json.status], [201, 'paired'], 'with the next one who fits');
      const { players } = await read(ben, { id: json.game_id });
      assert.equal(players.black.id, cho.player.id);
      await resign(cho, { id: json.game_id });
      const left = await rowOf('seeks', wanted, 'status, withdrawn_reason');
      assert.ok(left === 'withdrawn|account-deleted' || (meanwhile && left === 'open|'), `${left}: the job finds it, where nobody else does`);
    },
  };
}

const ways = {
  'a challenge is accepted': (anna, ben, terms) => byChallenge(anna, ben, terms, { to: ben.player.id }),
  'an invitation is accepted': (anna, ben, terms) => byChallenge(anna, ben, terms, {}),
  'a rematch is offered': (anna, ben, terms) => byRematch(anna, ben, terms, false),
  'a rematch is accepted': (anna, ben, terms) => byRematch(anna, ben, terms, true),
  'seeks are paired': bySeek,
};

/** Lets a request wait for a row that it writes, has somebody go meanwhile, and lets it go on; its answer. */
async function goneMeanwhile([table, { id }], request, gone) {
  const release = await tests.database.hold(`SELECT FROM ${table} WHERE id = '${id}' FOR UPDATE`);
  const answer = request();
  await until('the request waits for the row', async () => (await tests.database.sql('SELECT count(*) FROM pg_locks WHERE NOT granted')) !== '0');
  await erase(gone);
  await release();
  return answer;
}

const gamesOf = ({ player }) =>
  tests.database.sql(`SELECT count(*) FROM games WHERE '${player.id}' IN (black_player, white_player)`);

for (const [who, company] of Object.entries(companies)) {
  for (const [what, prepare] of Object.entries(ways)) {
    for (const meanwhile of [false, true]) {
      test(`${who}: one is gone ${meanwhile ? 'while' : 'before'} ${what}`, async () => {
        const [anna, ben] = [await company.join(), await company.join()];
        const { row, ask, check } = await prepare(anna, ben, { clock: ownClock(), ...company.terms }, company);
        const before = [await gamesOf(anna), await storedChips(tests.database, anna), await storedChips(tests.database, ben)];
        let answer;
        if (meanwhile) answer = await goneMeanwhile(row, ask, anna);
        else {
          await erase(anna);
          answer = await ask();
        }
        await check(answer, meanwhile);
        const paired = what === 'seeks are paired';
        const after = [await gamesOf(anna), await storedChips(tests.database, anna), await storedChips(tests.database, ben)];
        assert.deepEqual(paired ? after.slice(0, 2) : after, paired ? before.slice(0, 2) : before);
        await booksAgree(tests.database);
      });
    }
  }
}

test('one’s own account that ends while one accepts: the token is over, and the next may have the seat', async () => {
  const [anna, ben, cho] = [await tests.signIn(), await tests.signIn(), await tests.signIn()];
  const open = await challenge(anna, { clock: ownClock(), staked: true });
  const answer = await goneMeanwhile(['challenges', open], () => accept(ben, open), ben);
  isProblem(answer, 401, 'token-expired');
  assert.equal(await gamesOf(ben), '0');
  await accept(cho, open, { expect: 201 });
  const over = await resign(cho, open);
  const rematch = () => cho.put(`/v1/games/${over.id}/rematch`);
  isProblem(await goneMeanwhile(['games', over], rematch, cho), 401, 'token-expired');
  await booksAgree(tests.database);
});

test('an acceptance that was answered before its maker went is answered again', async () => {
  const [anna, ben] = [await tests.api.guest(), await tests.api.guest()];
  const made = await challenge(anna);
  await accept(ben, made, { expect: 201 });
  await erase(anna);
  const { json, headers } = await accept(ben, made, { expect: 200 });
  assert.deepEqual([json.id, headers['idempotent-replay']], [made.id, 'true']);
});

test('who asks for a token while the account ends has none, as any caller who is no more', async () => {
  const anna = await tests.signIn();
  const waiting = (count) =>
    until(`${count} wait for the player`, async () => {
      const waits = 'SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()';
      return Number(await tests.database.sql(waits)) >= count;
    });
  const release = await tests.database.hold(`SELECT FROM players WHERE id = '${anna.player.id}' FOR UPDATE`);
  const erased = erase(anna);
  await waiting(1);
  const answer = anna.post('/v1/tokens', { name: 'too late', scopes: ['read'] });
  await waiting(2);
  await release();
  await erased;
  isProblem(await answer, 401, 'token-expired');
  assert.equal(await tests.database.sql(`SELECT count(*) FROM tokens WHERE player_id = '${anna.player.id}'`), '0');
});
