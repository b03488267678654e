// A row that cannot be, by whatever mistake, is left out of the list that it stands in, is named in the log, and keeps nothing else from
// whose it is: lists of games are held to that by impossible_games.test.mjs, all others here.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { challenge, nextEvent, seek } from '../support/opponents.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests({ google: true });
const sql = (text) => tests.database.sql(text, 'owner');
const tables = ['blocks', 'challenges', 'chip_entries', 'names', 'players', 'rating_changes', 'seeks', 'tokens'];
const COUNT = 7;

/** Lets rows be written that the tables refuse. */
let unchecked;
const dropChecks = () =>
  (unchecked ??= sql(
    `DO $$ DECLARE each record; BEGIN
       FOR each IN SELECT conrelid::regclass AS of, conname FROM pg_constraint
                    WHERE contype = 'c' AND conrelid::regclass::text IN (${tables.map((name) => `'${name}'`)}) LOOP
         EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', each.of, each.conname);
       END LOOP; END $$`,
  ));

const times = async (count, make) => {
  const made = [];
  for (let i = 0; i < count; i += 1) made.push(await make(i));
  return made;
};
const numbers = Array.from({ length: COUNT }, (_, index) => index + 1);
const idOf = ({ id }) => id;

/** Makes players who stand alone on the ladder, from so many points on, the lowest first: { id, points }. */
async function ranked(points) {
  const made = numbers.map((n) => ({ id: randomUUID(), points: points + n }));
  for (const { id, points: own } of made) {
    await sql(
      `INSERT INTO players (id, kind, name, created_at, provider, subject) VALUES ('${id}', 'signed-in', 'Player ${own}', now(), 'google', '${id}');
       INSERT INTO ratings (player_id, ladder, rating, games, won, drawn, lost, last_rated_at, ranked, seq)
       VALUES ('${id}', 'live', ${own * 1000}, 10, 10, 0, 0, date_trunc('milliseconds', now()), true, 10);
       INSERT INTO ladder_points (ladder, points, players) VALUES ('live', ${own}, 1)`,
    );
  }
  return made;
}

/** The lists: where each is, whom `by` has seven rows made in what they are called by, how their items are called, and what spoils rows. */
const lists = {
  'challenges made': {
    path: '/v1/challenges',
    query: { direction: 'outgoing' },
    make: (client) => times(COUNT, async () => (await challenge(client)).id),
    spoil: (client, ids) => `UPDATE challenges SET color = 'green' WHERE id IN (${ids})`,
    key: idOf,
  },
  'challenges received': {
    path: '/v1/challenges',
    query: { direction: 'incoming' },
    make: (client) => times(COUNT, async () => (await challenge(await tests.api.guest(), { to: client.player.id })).id),
    spoil: (client, ids) => `UPDATE challenges SET maker_name = repeat('x', 2000) WHERE id IN (${ids})`,
    key: idOf,
  },
  'own seeks': {
    path: '/v1/seeks',
    query: { player: 'me' },
    count: 5,
    make: (client) => times(5, async (i) => (await seek(client, { wins_needed: 5, clock: { kind: 'per_move', seconds: 100 + i } })).id),
    spoil: (client, ids) => `UPDATE seeks SET opening = 'gambit' WHERE id IN (${ids})`,
    key: idOf,
  },
  'seeks of everybody': {
    path: '/v1/seeks',
    query: {},
    shared: true,
    make: () =>
      times(COUNT, async (i) => (await seek(await tests.api.guest(), { wins_needed: 3, clock: { kind: 'per_move', seconds: 200 + i } })).id),
    spoil: (client, ids) => `UPDATE seeks SET player_name = '${'y'.repeat(2000)}' WHERE id IN (${ids})`,
    key: idOf,
  },
  blocks: {
    path: '/v1/account/blocks',
    make: (client) =>
      times(COUNT, async () => {
        const other = await tests.api.guest();
        await client.put(`/v1/account/blocks/${other.player.id}`, undefined, { expect: 200 });
        return other.player.id;
      }),
    spoil: (client, ids) => `UPDATE players SET name = repeat('x', 2000) WHERE id IN (${ids})`,
    key: ({ player }) => player.id,
  },
  'personal tokens': {
    path: '/v1/tokens',
    whole: true,
    make: async ({ player }) => {
      await sql(
        `INSERT INTO tokens (hash, player_id, created_at, expires_at, kind, id, label, scopes)
         SELECT sha256(n::text::bytea || '${player.id}'), '${player.id}', date_trunc('milliseconds', now()) + n * interval '1 s',
                date_trunc('milliseconds', now()) + interval '1 day', 'personal', gen_random_uuid(), 'a program', 'read'
           FROM generate_series(1, ${COUNT}) AS n`,
      );
      return (await sql(`SELECT string_agg(id::text, ',' ORDER BY created_at) FROM tokens WHERE kind = 'personal' AND player_id = '${player.id}'`)).split(',');
    },
    spoil: (client, ids) => `UPDATE tokens SET label = repeat('x', 2000) WHERE id IN (${ids})`,
    key: idOf,
  },
  'movements of chips': {
    path: '/v1/chips/ledger',
    make: async ({ player }) => {
      await sql(
        `INSERT INTO chip_entries (player_id, seq, kind, amount, aside, balance, game_id, entered_at)
         SELECT '${player.id}', n, 'reward', n, 0, 1000 + n, gen_random_uuid(), date_trunc('milliseconds', now()) FROM generate_series(1, ${COUNT}) AS n`,
      );
      return numbers;
    },
    spoil: ({ player }, seqs) => `UPDATE chip_entries SET kind = 'gift' WHERE player_id = '${player.id}' AND seq IN (${seqs})`,
    key: ({ amount }) => amount,
  },
  'a ladder': {
    path: '/v1/ladders/live',
    shared: true,
    make: async () => (await ranked(3000)).map(idOf),
    spoil: (client, ids) => `UPDATE players SET name = repeat('x', 2000) WHERE id IN (${ids})`,
    key: ({ player }) => player.id,
  },
  names: {
    path: '/v1/players',
    query: { name: 'zeno', match: 'prefix' },
    make: async () => {
      await sql(
        `WITH made AS (INSERT INTO players (id, kind, name, created_at, provider, subject)
                       SELECT gen_random_uuid(), 'signed-in', 'Zeno ' || n, now(), 'google', 'zeno ' || n FROM generate_series(1, ${COUNT}) AS n
                       RETURNING id, name)
         INSERT INTO names (skeleton, player_id, folded) SELECT sha256(name::bytea), id, lower(name) FROM made`,
      );
      return (await sql(`SELECT string_agg(player_id::text, ',' ORDER BY folded DESC) FROM names WHERE folded LIKE 'zeno %'`)).split(',');
    },
    spoil: (client, ids) => `UPDATE names SET folded = folded || repeat('ά', 900) WHERE player_id IN (${ids})`,
    key: idOf,
  },
  'history of a rating': {
    path: ({ player }) => `/v1/players/${player.id}/rating-history`,
    query: { ladder: 'live' },
    make: async ({ player }) => {
      await sql(
        `INSERT INTO rating_changes (player_id, ladder, seq, game_id, opponent_id, result, rating_before, rating_after, rated_at)
         SELECT '${player.id}', 'live', n, gen_random_uuid(), gen_random_uuid(), 'won', 1200000, 1000000 + n * 1000, date_trunc('milliseconds', now())
           FROM generate_series(1, ${COUNT}) AS n`,
      );
      return numbers;
    },
    spoil: ({ player }, seqs) => `UPDATE rating_changes SET result = 'lucky' WHERE player_id = '${player.id}' AND seq IN (${seqs})`,
    key: ({ after }) => after - 1000,
  },
};

/** What is called how on all pages of a list. */
async function pages(client, { path, query, whole, key }, limit) {
  const found = [];
  let cursor;
  let count = 0;
  do {
    const asked = whole ? {} : { query: { ...query, limit, cursor } };
    const { json } = await client.get(typeof path === 'string' ? path : path(client), { ...asked, expect: 200 });
    if (!whole) assert.ok(json.items.length <= limit);
    found.push(...json.items.map(key));
    cursor = json.next_cursor ?? undefined;
    assert.ok((count += 1) < 50, 'a list without an end');
  } while (cursor);
  return found;
}

for (const [name, list] of Object.entries(lists)) {
  test(`${name}: what is left is shown on all pages, and what is left out is logged`, async () => {
    await dropChecks();
    const client = await tests.signIn();
    const made = [...(await list.make(client))].reverse();
    const [bad, good] = [made.filter((one, index) => index % 3 === 0), made.filter((one, index) => index % 3 !== 0)];
    const own = (found) => (list.shared ? found.filter((one) => made.includes(one)) : found);
    assert.deepEqual(own(await pages(client, list, 100)), made);
    await sql(list.spoil(client, bad.map((one) => (typeof one === 'string' ? `'${one}'` : one))));
    for (const limit of list.whole ? [0] : [1, 2, 3, 6, 7, 100]) assert.deepEqual(own(await pages(client, list, limit)), good, `pages of ${limit}`);
    for (const one of bad) assert.match(tests.service.log, new RegExp(`event=impossible-row .*\\b${one}\\b`));
    await client.get('/v1/account/export', { expect: 200 });
  });
}

test('players by their ids', async () => {
  await dropChecks();
  const [one, two] = [await tests.signIn(), await tests.signIn()];
  await sql(`UPDATE players SET name = repeat('x', 2000) WHERE id = '${one.player.id}'`);
  const { json } = await two.get('/v1/players', { query: { ids: `${one.player.id},${two.player.id}` }, expect: 200 });
  assert.deepEqual(json.items.map(({ player }) => player?.id ?? undefined).filter(Boolean).concat(json.items.map(idOf).filter(Boolean)), [two.player.id]);
});

test('a place on a ladder keeps its rank where who stands there cannot be shown, and neighbours are shown without it', async () => {
  await dropChecks();
  const made = (await ranked(4000)).reverse();
  await sql(`UPDATE players SET name = repeat('x', 2000) WHERE id IN ('${made[0].id}', '${made[2].id}')`);
  const { json: top } = await tests.api.get('/v1/ladders/live/at-rank/1', { expect: 200 });
  assert.deepEqual([top.rank, top.sharing, top.items], [1, 1, []]);
  const { json: second } = await tests.api.get('/v1/ladders/live/at-rank/2', { expect: 200 });
  assert.deepEqual([second.rank, second.items.map(({ player }) => player.id)], [2, [made[1].id]]);
  const { json: around } = await tests.api.get(`/v1/ladders/live/players/${made[1].id}`, { query: { around: 2 }, expect: 200 });
  assert.deepEqual([around.rank, around.items.map(({ player }) => player.id)], [2, [made[1].id, made[3].id]]);
  const { json: page } = await tests.api.get('/v1/ladders/live', { query: { from_rank: 1, limit: 3 }, expect: 200 });
  assert.deepEqual(page.items.map(({ rank }) => rank), [2]);
});

test('the stream of everything has the rest, and goes on', async () => {
  await dropChecks();
  const client = await tests.signIn();
  const [bad, good] = await times(2, () => challenge(client));
  const [seekBad, seekGood] = await times(2, (i) => seek(client, { wins_needed: 1, clock: { kind: 'per_move', seconds: 300 + i } }));
  await sql(`UPDATE challenges SET color = 'green' WHERE id = '${bad.id}'; UPDATE seeks SET color = 'green' WHERE id = '${seekBad.id}'`);
  const stream = await client.stream('/v1/events');
  const { challenges, seeks } = await stream.next();
  assert.deepEqual([challenges.map(idOf), seeks.map(idOf)], [[good.id], [seekGood.id]]);
  const later = await challenge(client);
  const { challenge: told } = await nextEvent(stream, ({ event }) => event === 'challenge.created');
  assert.equal(told.id, later.id);
  stream.close();
});

test('who seeks is paired past a seek that cannot be', async () => {
  await dropChecks();
  const [bad, good, asks] = [await tests.signIn(), await tests.signIn(), await tests.signIn()];
  const terms = { clock: { kind: 'per_move', seconds: 411 } };
  const first = await seek(bad, terms);
  await sql(`UPDATE seeks SET player_name = repeat('x', 2000) WHERE id = '${first.id}'`);
  await seek(good, terms);
  const { json } = await asks.post('/v1/seeks', terms, { expect: 201 });
  const again = json.game_id ?? (await good.get('/v1/seeks', { query: { player: 'me' }, expect: 200 })).json.items.length;
  assert.notEqual(again, 1, 'one of the two has been paired with the other');
});
