// Ladders: ranks, pages, places, distribution, histories; and that they say what a plain count says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedLadder, loadPlayers } from '../support/ladder.mjs';
import { isProblem, newLocal, nowhere, until } from '../support/play.mjs';
import { account, accounts, draw, newAgreed, newRated, playPlies, resign } from '../support/rated.mjs';
import { randomFor } from '../support/random.mjs';
import { serviceForTests } from '../support/service.mjs';

const many = 10_000;
const tests = serviceForTests({ ready: ({ database }) => loadPlayers(database, many) });
const ladder = async (query, name = 'live') => (await tests.api.get(`/v1/ladders/${name}`, { query, expect: 200 })).json;
const place = async (id, query) => (await tests.api.get(`/v1/ladders/live/players/${id}`, { query, expect: 200 })).json;
const shown = (thousandths) => Math.floor((thousandths + 500) / 1000);

test('the ladders are listed with how many are ranked', async () => {
  const { json } = await tests.api.get('/v1/ladders', { expect: 200 });
  assert.deepEqual(json.items.map(({ ladder: name }) => name), ['live', 'correspondence']);
  assert.equal(json.items[0].total, (await countedLadder(tests.database, 'live')).length);
  assert.deepEqual([json.items[1].total, json.ranked_games, json.active_days], [0, 10, 90]);
});

test('an empty ladder is a page without players', async () => {
  const { items, total, next_cursor: next } = await ladder({}, 'correspondence');
  assert.deepEqual([items, total, next], [[], 0, null]);
  isProblem(await tests.api.get('/v1/ladders/correspondence/at-rank/1'), 404, 'rank-not-found');
  const { json } = await tests.api.get('/v1/ladders/correspondence/distribution', { expect: 200 });
  assert.deepEqual([json.items, json.total], [[], 0]);
});

test('paging through the whole ladder gives every player once, with the rank that a plain count gives', async () => {
  const expected = await countedLadder(tests.database, 'live');
  const seen = [];
  for (let cursor; cursor !== null; ) {
    const page = await ladder({ limit: 100, cursor });
    seen.push(...page.items);
    assert.equal(page.total, expected.length);
    cursor = page.next_cursor;
  }
  assert.deepEqual(
    seen.map(({ player, rating, rank }) => [player.id, rating, rank]),
    expected.map(({ id, rating, rank }) => [id, shown(rating), rank]),
  );
});

test('a page from any rank begins with the first of those who share its place', async (t) => {
  const random = randomFor(t);
  const expected = await countedLadder(tests.database, 'live');
  for (let count = 0; count < 40; count += 1) {
    const position = 1 + random(expected.length);
    const { rank, sharing } = expected[position - 1];
    const { items } = await ladder({ from_rank: position, limit: 3 });
    assert.deepEqual([items[0].rank, items[0].player.id], [rank, expected[rank - 1].id]);
    const { json } = await tests.api.get(`/v1/ladders/live/at-rank/${position}`, { expect: 200 });
    assert.deepEqual([json.rank, json.sharing, json.items.length], [rank, sharing, Math.min(sharing, 20)]);
    assert.ok(json.items.every((row) => row.rank === rank));
  }
  assert.deepEqual((await ladder({ from_rank: expected.length + 1 })).items, []);
  isProblem(await tests.api.get(`/v1/ladders/live/at-rank/${expected.length + 1}`), 404, 'rank-not-found');
});

test('a player’s place: rank, percentile, neighbours', async (t) => {
  const random = randomFor(t);
  const expected = await countedLadder(tests.database, 'live');
  const positions = [0, 1, expected.length - 1, ...Array.from({ length: 40 }, () => random(expected.length))];
  for (const position of positions) {
    const { id, rank, rating, sharing } = expected[position];
    const at = await place(id, { around: 3 });
    assert.deepEqual([at.rank, at.rating, at.of, at.unranked], [rank, shown(rating), expected.length, null]);
    const lower = expected.length - (rank - 1) - sharing;
    assert.equal(at.percentile, Math.floor((lower * 1000) / expected.length) / 10);
    const around = expected.slice(Math.max(0, position - 3), position + 4);
    assert.deepEqual(at.items.map(({ player }) => player.id), around.map((each) => each.id));
  }
  assert.equal((await place(expected[5].id, { around: 0 })).items.length, 1);
  assert.equal((await place(expected[5].id)).items.length, 11);
});

test('who is not ranked is told why', async () => {
  const ann = await account(tests);
  const fresh = (await ann.get('/v1/ladders/live/players/me', { expect: 200 })).json;
  assert.deepEqual([fresh.rating, fresh.rank, fresh.unranked], [1200, null, { reason: 'provisional', games: 0, games_needed: 10 }]);
  const rowOf = (where) => tests.database.sql(`SELECT player_id FROM ratings WHERE NOT ranked AND ${where} LIMIT 1`);
  const provisional = await place(await rowOf('games < 10'));
  assert.deepEqual([provisional.rank, provisional.percentile, provisional.items], [null, null, []]);
  assert.deepEqual(provisional.unranked, { reason: 'provisional', games: 3, games_needed: 10 });
  const inactive = await place(await rowOf('games >= 10'));
  assert.deepEqual([inactive.unranked.reason, inactive.unranked.active_days], ['inactive', 90]);
  assert.equal(inactive.unranked.last_rated_at, inactive.last_rated_at);
});

test('what is not there, and what makes no sense', async () => {
  isProblem(await tests.api.get('/v1/ladders/blitz'), 404, 'ladder-not-found');
  isProblem(await tests.api.get('/v1/ladders/blitz/distribution'), 404, 'ladder-not-found');
  isProblem(await tests.api.get(`/v1/ladders/live/players/${nowhere}`), 404, 'player-not-found');
  isProblem(await tests.api.get('/v1/ladders/live/players/nobody'), 400, 'invalid-path', { parameter: 'id' });
  isProblem(await tests.api.get('/v1/ladders/live/players/me'), 401, 'token-missing');
  for (const rank of ['0', '-1', '1.5', '01', '2000000001']) {
    isProblem(await tests.api.get(`/v1/ladders/live/at-rank/${rank}`), 400, 'invalid-path', { parameter: 'rank' });
  }
  const { next_cursor: cursor } = await ladder({ limit: 1 });
  for (const query of [{ cursor: 'x' }, { from_rank: 0 }, { from_rank: 2_000_000_001 }, { limit: 101 }, { cursor, from_rank: 2 }]) {
    isProblem(await tests.api.get('/v1/ladders/live', { query }), 400, 'invalid-query');
  }
  isProblem(await tests.api.get('/v1/ladders/correspondence', { query: { cursor } }), 400, 'invalid-query', { parameter: 'cursor' });
  for (const around of [-1, 51]) {
    isProblem(await tests.api.get(`/v1/ladders/live/players/${tests.alice.player.id}`, { query: { around } }), 400, 'invalid-query');
  }
});

test('the only one on a ladder, and two who share its one place', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const enter = async ({ player }, rating) =>
    tests.database.sql(`
      INSERT INTO ratings VALUES ('${player.id}', 'correspondence', ${rating}, 12, 12, 0, 0, now(), true, 12);
      INSERT INTO ladder_deltas VALUES ('correspondence', '${player.id}', 12, NULL, ${shown(rating)})`);
  const at = async ({ player }) => {
    const { json } = await tests.api.get(`/v1/ladders/correspondence/players/${player.id}`, { expect: 200 });
    return [json.rank, json.of, json.percentile, json.items.map(({ player: { id } }) => id)];
  };
  await enter(ann, 1234499);
  assert.deepEqual(await at(ann), [1, 1, 0, [ann.player.id]]);
  await enter(ben, 1233500);
  const both = [ann.player.id, ben.player.id];
  for (const player of [ann, ben]) assert.deepEqual(await at(player), [1, 2, 0, both]);
  assert.deepEqual((await ladder({ from_rank: 2 }, 'correspondence')).items.map(({ player: { id } }) => id), both);
  const { detail } = (await tests.api.get('/v1/ladders/correspondence/at-rank/3', { expect: 404 })).json;
  assert.equal(detail, 'Ranked players on this ladder: 2.');
});

test('the distribution counts everybody ranked', async () => {
  const expected = await countedLadder(tests.database, 'live');
  for (const step of [10, 50, 500]) {
    const { json } = await tests.api.get('/v1/ladders/live/distribution', { query: { step }, expect: 200 });
    const counts = new Map();
    for (const { rating } of expected) {
      const from = Math.floor(shown(rating) / step) * step;
      counts.set(from, (counts.get(from) ?? 0) + 1);
    }
    assert.deepEqual(json.items, [...counts].sort(([a], [b]) => a - b).map(([from, players]) => ({ from, players })));
    assert.equal(json.total, expected.length);
  }
});

test('the ladder is right at every moment while games end and their moves are folded in', async () => {
  const people = await accounts(tests, 4);
  await tests.database.sql(`
    INSERT INTO ratings SELECT id, 'live', 1300000, 9, 9, 0, 0, now(), false, 9 FROM players
     WHERE id IN (${people.map(({ player }) => `'${player.id}'`)})`);
  let ended = false;
  const plays = async (offset) => {
    for (let game = 0; game < 12; game += 1) {
      const [black, white] = [people[offset], people[offset + 1]];
      await resign([black, white][game % 2], await newRated(black, white));
    }
  };
  const folds = async () => {
    for (let count = 0; !ended; count += 1) {
      const page = await ladder({ from_rank: 1 + ((count * 997) % (many - 1000)), limit: 30 });
      const [{ sharing, total }] = [await at(page.items[0].rank)];
      assert.ok(sharing >= 1 && total > 0);
      page.items.forEach((row, index) => {
        const before = page.items[index - 1];
        if (before?.rating === row.rating) assert.equal(row.rank, before.rank, 'the same points, the same rank');
        else if (before) assert.equal(row.rank, page.items[0].rank + index, 'ranks count on');
      });
    }
  };
  const at = async (rank) => (await tests.api.get(`/v1/ladders/live/at-rank/${rank}`, { expect: 200 })).json;
  const reading = folds();
  await Promise.all([plays(0), plays(2)]);
  ended = true;
  await reading;
  const expected = new Map((await countedLadder(tests.database, 'live')).map((each) => [each.id, each]));
  for (const { player } of people) assert.equal((await place(player.id)).rank, expected.get(player.id).rank);
  await until('all moves are folded', async () => (await tests.database.sql('SELECT count(*) FROM ladder_deltas')) === '0');
  for (const { player } of people) assert.equal((await place(player.id)).rank, expected.get(player.id).rank);
});

/**
 * Moves a share of those who have played lately, onto the ladder and off it too, as ends of games do.
 *
 * @return  who has moved
 */
async function moveSome(random, share) {
  const moved = await tests.database.sql(`
    SELECT setseed(${random(1000) / 1000});
    WITH drawn AS (
      SELECT player_id, ladder, seq, ranked, (rating + 500) / 1000 AS left_points,
             greatest(100000, rating + ((random() - 0.5) * 80000)::integer) AS rating, random() < 0.9 AS stays
        FROM ratings WHERE last_rated_at > now() - interval '80 days' AND ladder = 'live' AND games >= 10 AND random() < ${share}
    ), moved AS (
      UPDATE ratings r SET rating = d.rating, ranked = d.stays, seq = r.seq + 1
        FROM drawn d WHERE r.player_id = d.player_id AND r.ladder = d.ladder
      RETURNING r.player_id, r.seq, d.ranked, d.stays, d.left_points, (d.rating + 500) / 1000 AS entered_points
    ), noted AS (
      INSERT INTO ladder_deltas
      SELECT 'live', player_id, seq, CASE WHEN ranked THEN left_points END, CASE WHEN stays THEN entered_points END
        FROM moved
       WHERE (CASE WHEN ranked THEN left_points END) IS DISTINCT FROM (CASE WHEN stays THEN entered_points END)
    )
    SELECT player_id FROM moved`);
  return moved.split('\n').filter(Boolean);
}

test('after random histories every player has the rank that a plain count gives, folded or not', async (t) => {
  const random = randomFor(t);
  const whole = async () => {
    const rows = [];
    for (let cursor; cursor !== null; ) {
      const page = await ladder({ limit: 100, cursor });
      rows.push(...page.items.map(({ player, rank }) => [player.id, rank]));
      cursor = page.next_cursor;
    }
    return rows;
  };
  const agree = async () => {
    const expected = await countedLadder(tests.database, 'live');
    assert.deepEqual(await whole(), expected.map(({ id, rank }) => [id, rank]));
  };
  for (let round = 0; round < 3; round += 1) {
    await moveSome(random, 0.1);
    await agree();
    await until('all moves are folded', async () => (await tests.database.sql('SELECT count(*) FROM ladder_deltas')) === '0');
    await agree();
  }
});

test('who pages through the ladder while others move sees whoever does not exactly once', async (t) => {
  const random = randomFor(t);
  const before = await countedLadder(tests.database, 'live');
  const moved = new Set();
  const seen = new Map();
  for (let cursor, pages = 0; cursor !== null; pages += 1) {
    const page = await ladder({ limit: 100, cursor });
    for (const { player } of page.items) seen.set(player.id, (seen.get(player.id) ?? 0) + 1);
    if (pages % 8 === 0) for (const id of await moveSome(random, 0.02)) moved.add(id);
    cursor = page.next_cursor;
  }
  const still = before.filter(({ id }) => !moved.has(id));
  assert.ok(moved.size > 0 && still.length > 0);
  assert.deepEqual(still.filter(({ id }) => seen.get(id) !== 1), []);
});

test('a player whose last game is too long ago leaves the ladder by itself, and comes back with the next', async () => {
  const [ann, ben] = await accounts(tests, 2);
  await tests.database.sql(`
    INSERT INTO ratings VALUES ('${ann.player.id}', 'live', 2900000, 12, 12, 0, 0, now() - interval '91 days', true, 12);
    INSERT INTO ladder_deltas VALUES ('live', '${ann.player.id}', 12, NULL, 2900)`);
  await until('the player is off the ladder', async () => (await place(ann.player.id)).rank === null);
  assert.equal((await place(ann.player.id)).unranked.reason, 'inactive');
  assert.notEqual((await ladder({ limit: 1 })).items[0].player.id, ann.player.id);
  await resign(ben, await newRated(ann, ben));
  assert.equal((await place(ann.player.id)).rank, 1);
  assert.equal((await ladder({ limit: 1 })).items[0].player.id, ann.player.id);
});

test('a rating’s history, its change within thirty days, and what two have won against each other', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const first = await resign(ben, await playPlies(await newRated(ann, ben), ann, ben, 4));
  const second = await draw(ben, ann, await newRated(ben, ann));
  const third = await resign(ann, await newAgreed(ann, ben));
  assert.equal(third.rated, false);
  const history = async (client, query) => (await client.get('/v1/players/me/rating-history', { query, expect: 200 })).json;
  const { items, next_cursor: next } = await history(ann, { limit: 1 });
  assert.deepEqual([items[0].game_id, items[0].result, items[0].before, items[0].after], [second.id, 'drawn', 1220, 1218]);
  const rest = await history(ann, { limit: 1, cursor: next });
  assert.deepEqual([rest.items[0].game_id, rest.items[0].opponent, rest.items[0].result], [first.id, { id: ben.player.id, name: ben.player.name }, 'won']);
  assert.equal(rest.next_cursor, null);
  assert.deepEqual((await history(ann, { ladder: 'correspondence' })).items, []);
  isProblem(await tests.api.get('/v1/players/me/rating-history'), 401, 'token-missing');
  isProblem(await tests.api.get(`/v1/players/${nowhere}/rating-history`), 404, 'player-not-found');
  const bytes = Buffer.from(next, 'base64url');
  const far = bytes.fill(1, bytes.length - 24).toString('base64url');
  isProblem(await ann.get('/v1/players/me/rating-history', { query: { cursor: far } }), 400, 'invalid-query');
  const { json } = await tests.api.get(`/v1/players/${ann.player.id}/versus/${ben.player.id}`, { expect: 200 });
  assert.deepEqual([json.all, json.rated], [{ games: 3, won: 1, drawn: 1, lost: 1 }, { games: 2, won: 1, drawn: 1, lost: 0 }]);
  assert.equal((await ben.get(`/v1/players/me/versus/${ann.player.id}`, { expect: 200 })).json.all.lost, 1);
  const { json: against } = await ben.get(`/v1/players/${ann.player.id}/versus/me`, { expect: 200 });
  assert.deepEqual([against.other.id, against.all], [ben.player.id, json.all]);
  isProblem(await tests.api.get(`/v1/players/${ann.player.id}/versus/me`), 401, 'token-missing');
  isProblem(await ben.get('/v1/players/me/versus/nobody'), 400, 'invalid-path', { parameter: 'other' });
  const local = await newLocal(ben);
  await ben.put(`/v1/games/${local.id}/resignation`, { seat: 'black' }, { expect: 200 });
  assert.equal((await ben.get(`/v1/players/me/versus/${ben.player.id}`, { expect: 200 })).json.all.games, 0);
  isProblem(await ben.get(`/v1/players/me/versus/${nowhere}`), 404, 'player-not-found');
});

test('a player’s games are the public ones', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const open = await newAgreed(ann, ben, { visibility: 'public' });
  await newAgreed(ann, ben, { visibility: 'unlisted' });
  const over = await resign(ben, await newRated(ben, ann));
  const games = async (query) => (await tests.api.get(`/v1/players/${ann.player.id}/games`, { query, expect: 200 })).json;
  assert.deepEqual((await games()).items.map(({ id }) => id), [over.id, open.id]);
  assert.deepEqual((await games({ state: 'live' })).items.map(({ id }) => id), [open.id]);
  assert.deepEqual((await games({ state: 'finished' })).items.map(({ id }) => id), [over.id]);
  const { items, next_cursor: cursor } = await games({ limit: 1 });
  assert.deepEqual([...items, ...(await games({ limit: 1, cursor })).items].map(({ id }) => id), [over.id, open.id]);
  isProblem(await tests.api.get(`/v1/players/${nowhere}/games`), 404, 'player-not-found');
});
