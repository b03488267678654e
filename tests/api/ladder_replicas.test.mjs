// Two services on one database fold the moves on the same ladder while games end at both: at each moment both say what a plain count says.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect } from '../support/client.mjs';
import { makeDatabase } from '../support/database.mjs';
import { countedLadder, loadPlayers, miscounted } from '../support/ladder.mjs';
import { accept, challenge } from '../support/opponents.mjs';
import { until } from '../support/play.mjs';
import { randomFor } from '../support/random.mjs';
import { accounts, clock, resign } from '../support/rated.mjs';
import { startService } from '../support/service.mjs';

const loaded = 300;
const pairs = 4;
const pageSize = 20;

let database;
let services;
let clients;
let people;

before(async () => {
  database = await makeDatabase();
  const env = { REVERSID_STATEMENT_MS: '60000' }; // a fold that is kept waiting must not give up
  services = await Promise.all([0, 1].map(() => startService({ database, env })));
  clients = services.map(({ url }) => connect(url));
  await loadPlayers(database, loaded);
  // Of each pair one plays at one service, the other at the other one.
  const sides = await Promise.all(clients.map((api) => accounts({ api, database }, pairs)));
  people = sides[0].map((black, pair) => [black, sides[1][pair]]);
  await database.sql(`
    WITH ranked AS (
      INSERT INTO ratings
      SELECT id, 'live', 1300000, 20, 20, 0, 0, now(), true, 20 FROM players
       WHERE id IN (${people.flat().map(({ player }) => `'${player.id}'`)})
      RETURNING player_id, (rating + 500) / 1000 AS points
    )
    INSERT INTO ladder_deltas SELECT 'live', player_id, 20, NULL, points FROM ranked`);
});
after(async () => {
  for (const client of clients) client.close();
  for (const service of services) await service.stop();
  await database.drop();
});

const pending = async () => Number(await database.sql('SELECT count(*) FROM ladder_deltas'));

/** A rated game is agreed on over both services, and one of the two gives it up at its own. */
async function playOnce([black, white], loser) {
  const made = await challenge(black, { to: white.player.id, color: 'black', clock, rated: true });
  await accept(white, made, { expect: 201 });
  assert.equal((await resign([black, white][loser], made)).rated, true);
}

const page = async (api, rank) =>
  (await api.get('/v1/ladders/live', { query: { from_rank: rank, limit: pageSize }, expect: 200 })).json;

/**
 * Asks a service for a page from a random rank and holds it against a plain count.
 *
 * @return  whether they could be compared: no game ended in between
 */
async function compare(api, random) {
  const expected = await countedLadder(database, 'live');
  const { rank } = expected[expected[random(expected.length)].rank - 1];
  const { items, total } = await page(api, rank);
  if (JSON.stringify(await countedLadder(database, 'live')) !== JSON.stringify(expected)) return false;
  assert.equal(total, expected.length);
  assert.deepEqual(
    items.map((row) => [row.player.id, row.rank]),
    expected.slice(rank - 1, rank - 1 + pageSize).map((row) => [row.id, row.rank]),
  );
  return true;
}

/** Has each pair play a game, and looks at the ladder again and again while they do. */
async function whilePlaying(round, look) {
  let playing = true;
  const games = Promise.all(people.map((pair) => playOnce(pair, round % 2))).finally(() => (playing = false));
  const looks = async () => {
    while (playing) await look();
  };
  await Promise.all([games, looks()]);
}

const saysWhatCounts = async (random) => {
  assert.equal(await database.sql(miscounted), '0');
  for (const api of clients) assert.ok(await compare(api, random), 'nothing ends meanwhile');
};

const allIsFolded = () => until('all moves are folded', async () => (await pending()) === 0);

test('while games end and both fold, each page is what a plain count says', async (t) => {
  const random = randomFor(t);
  let unfolded = 0;
  for (let round = 0; round < 8; round += 1) {
    await whilePlaying(round, async () => {
      assert.equal(await database.sql(miscounted), '0');
      await compare(clients[random(2)], random);
    });
    unfolded += await pending();
    await saysWhatCounts(random);
  }
  assert.ok(unfolded > 0);
  await allIsFolded();
  await saysWhatCounts(random);
});

test('two who fold the same moves at the same time fold each once', async (t) => {
  const random = randomFor(t);
  const waiting = `SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE '%fold_ladder%' AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`;
  for (let round = 0; round < 3; round += 1) {
    const release = await database.hold(`SELECT FROM ladder_points WHERE ladder = 'live' FOR UPDATE`);
    await whilePlaying(round, () => compare(clients[random(2)], random));
    await until('both wait', async () => (await database.sql(waiting, 'admin')) === '2');
    assert.ok((await pending()) > 0);
    await saysWhatCounts(random);
    await release();
    await allIsFolded();
    await saysWhatCounts(random);
  }
});
