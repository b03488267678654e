// Seeks: two that fit become a game, once, whichever replica pairs them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../support/client.mjs';
import { block, expire, seek, untilPaired, withdraw } from '../support/opponents.mjs';
import { isProblem, nowhere, play, read, untilParked } from '../support/play.mjs';
import { accounts, signUp } from '../support/rated.mjs';
import { serviceForTests, startService } from '../support/service.mjs';

const tests = serviceForTests();
const times = (count, run) => Promise.all(Array.from({ length: count }, (_, index) => run(index)));
const guests = (count) => times(count, () => tests.api.guest());

/** Terms that no other test's seeks fit: each test has its own clock. */
let seconds = 5;
const ownTerms = (more = {}) => ({ clock: { kind: 'per_move', seconds: (seconds += 1) }, ...more });

test('a seek says what it is', async () => {
  const [ann] = await guests(1);
  const made = await ann.post('/v1/seeks', undefined, { expect: 201 });
  const { json } = made;
  assert.equal(made.headers.location, `/v1/seeks/${json.id}`);
  assert.deepEqual([json.status, json.color, json.opening, json.visibility], ['open', 'random', 'standard', 'public']);
  assert.deepEqual(json.clock, { kind: 'per_move', seconds: 30, days: null, on_timeout: 'forfeit' });
  assert.deepEqual([json.player.id, json.you, json.game_id, json.rating_range], [ann.player.id, true, null, null]);
  assert.deepEqual([json.rated, json.unrated_reason], [false, 'casual']);
  assert.equal(Date.parse(json.expires_at) - Date.parse(json.created_at), 60_000);
  const { json: seen } = await tests.api.get(`/v1/seeks/${json.id}`, { expect: 200 });
  assert.equal(seen.you, false);
  await withdraw(ann, json, { expect: 204 });
});

test('the second of two that fit is paired at once, and both learn of the game', async () => {
  const [ann, ben] = await guests(2);
  const terms = ownTerms({ wins_needed: 3 });
  const first = await seek(ann, terms);
  assert.equal(first.status, 'open');
  const second = await seek(ben, terms);
  assert.deepEqual([second.status, second.version], ['paired', 2]);
  assert.equal(second.match_id, second.game_id);
  const { json: seen } = await ann.get(`/v1/seeks/${first.id}`, { expect: 200 });
  assert.deepEqual([seen.status, seen.game_id], ['paired', second.game_id]);
  const game = await read(ann, { id: second.game_id });
  assert.deepEqual([game.visibility, game.clock.seconds, game.match.wins_needed], ['public', terms.clock.seconds, 3]);
  const mover = game.you[0] === 'black' ? ann : ben;
  await play(mover, game, game.legal_moves[0].square);
});

test('colours: a wish is kept, two that clash are not paired, chance gives both', async () => {
  const [ann, ben, cho] = await guests(3);
  const terms = ownTerms();
  const black = await seek(ann, { ...terms, color: 'black' });
  const alsoBlack = await seek(ben, { ...terms, color: 'black' });
  assert.equal(alsoBlack.status, 'open');
  const white = await seek(cho, { ...terms, color: 'white' });
  assert.equal(white.status, 'paired');
  const game = await read(cho, { id: white.game_id });
  assert.deepEqual(game.you, ['white']);
  assert.equal(game.players.black.id, ann.player.id);
  assert.equal(await untilPaired(ann, black), white.game_id);
  const random = await seek(cho, terms);
  assert.deepEqual((await read(ben, { id: random.game_id })).you, ['black']);
  const colors = new Set();
  for (let round = 0; round < 20; round += 1) {
    await seek(ann, terms);
    const { game_id: id } = await seek(ben, terms);
    colors.add((await read(ann, { id })).you[0]);
  }
  assert.equal(colors.size, 2);
});

test('other terms do not fit', async () => {
  const [ann, ben] = await guests(2);
  const terms = ownTerms();
  await seek(ann, terms);
  for (const more of [
    { opening: 'original' },
    { wins_needed: 1 },
    { clock: { ...terms.clock, on_timeout: 'autoplay' } },
    { clock: { kind: 'correspondence', days: 5 } },
  ]) {
    const other = await seek(ben, { ...terms, ...more });
    assert.equal(other.status, 'open', JSON.stringify(more));
    await withdraw(ben, other, { expect: 204 });
  }
  assert.equal((await seek(ben, terms)).status, 'paired');
});

test('rated seeks name ratings that they take; a guest’s says why it is not rated, and names none', async () => {
  const [ann, ben, cho] = await accounts(tests, 3);
  const [guest] = await guests(1);
  const terms = ownTerms({ rated: true });
  const strong = await seek(ann, { ...terms, rating_min: 1500 });
  assert.deepEqual(strong.rating_range, { min: 1500, max: 4000 });
  assert.deepEqual([strong.rated, strong.unrated_reason], [true, null]);
  const unrated = await seek(guest, { ...terms, rating_min: 1500 });
  assert.deepEqual([unrated.status, unrated.rated, unrated.unrated_reason, unrated.rating_range], ['open', false, 'guest', null]);
  assert.equal((await seek(ben, terms)).status, 'open');
  const near = await seek(cho, { ...terms, rating_min: 1100, rating_max: 1300 });
  assert.equal(near.status, 'paired');
  const game = await read(ben, { id: near.game_id });
  assert.equal(game.rated, true);
  isProblem(await ann.post('/v1/seeks', { rating_min: 1200 }), 400, 'invalid-field', { pointer: '/rating_min' });
  const crossed = { rated: true, rating_min: 1300, rating_max: 1200 };
  isProblem(await ann.post('/v1/seeks', crossed), 400, 'invalid-field', { pointer: '/rating_max' });
});

test('the game is public only if both want it', async () => {
  const [ann, ben] = await guests(2);
  for (const [mine, theirs, wanted] of [
    ['public', 'public', 'public'],
    ['unlisted', 'public', 'unlisted'],
    ['public', 'unlisted', 'unlisted'],
  ]) {
    const terms = ownTerms();
    await seek(ann, { ...terms, visibility: mine });
    const { game_id: id } = await seek(ben, { ...terms, visibility: theirs });
    assert.equal((await read(ann, { id })).visibility, wanted);
  }
});

test('the game is shown to the one who seeks only: it may be unlisted', async () => {
  const [ann, ben, eve] = await guests(3);
  const terms = ownTerms({ wins_needed: 1 });
  const first = await seek(ann, { ...terms, visibility: 'unlisted' });
  const { game_id: id } = await seek(ben, terms);
  const { json: mine } = await ann.get(`/v1/seeks/${first.id}`, { expect: 200 });
  assert.deepEqual([mine.you, mine.game_id, mine.match_id], [true, id, id]);
  const { json: hers } = await eve.get(`/v1/seeks/${first.id}`, { expect: 200 });
  assert.deepEqual([hers.status, hers.you, hers.game_id, hers.match_id], ['paired', false, null, null]);
});

test('a guest’s that is rated, since the guest has signed in, is another under its ETag', async () => {
  const guest = await tests.api.guest();
  const made = await seek(guest, { rated: true, clock: { kind: 'per_move', seconds: 283 } });
  const path = `/v1/seeks/${made.id}`;
  const { headers } = await tests.api.get(path, { expect: 200 });
  await signUp(tests, guest);
  await tests.database.sql(`UPDATE seeks SET alive_until = now() + interval '9 seconds' WHERE id = '${made.id}'`);
  await guest.get(path, { expect: 200 });
  const { json } = await tests.api.get(path, { headers: { 'If-None-Match': headers.etag }, expect: 200 });
  assert.deepEqual([made.rated, json.rated, json.version], [false, true, made.version]);
});

test('never with oneself, nor with somebody blocked by either', async () => {
  const [ann, ben, cho] = await guests(3);
  const terms = ownTerms();
  const first = await seek(ann, terms);
  const second = await seek(ann, terms);
  assert.deepEqual([first.status, second.status], ['open', 'open']);
  await block(ann, ben, { expect: 200 });
  await block(cho, ann, { expect: 200 });
  assert.equal((await seek(ben, { ...terms, color: 'black' })).status, 'open');
  const third = await seek(cho, { ...terms, color: 'black' });
  assert.equal(third.status, 'open');
  const { json: shown } = await ann.get('/v1/seeks', { query: { limit: 100 }, expect: 200 });
  for (const { player } of shown.items) assert.ok(![ben, cho].some((each) => each.player.id === player.id));
});

test('being paired withdraws the player’s other seeks', async () => {
  const [ann, ben] = await guests(2);
  const [one, other] = [ownTerms(), ownTerms()];
  const annOther = await seek(ann, other);
  const benOther = await seek(ben, ownTerms());
  await seek(ann, one);
  assert.equal((await seek(ben, one)).status, 'paired');
  for (const [client, made] of [[ann, annOther], [ben, benOther]]) {
    const answer = await client.get(`/v1/seeks/${made.id}`);
    isProblem(answer, 410, 'seek-gone');
    const { status, version, withdrawn_reason: reason } = answer.json.state;
    assert.deepEqual([status, version, reason], ['withdrawn', 2, 'other-seek-paired']);
    const { json } = await client.get('/v1/seeks', { query: { player: 'me' }, expect: 200 });
    assert.deepEqual(json.items, []);
  }
});

test('withdrawn: repeatable, the player’s own only, and nobody is paired with it', async () => {
  const [ann, ben] = await guests(2);
  const terms = ownTerms();
  const made = await seek(ann, terms);
  isProblem(await withdraw(ben, made), 403, 'not-yours');
  isProblem(await withdraw(tests.api, made), 401, 'token-missing');
  assert.equal((await ann.get(`/v1/seeks/${made.id}`, { expect: 200 })).json.status, 'open');
  await withdraw(ann, made, { expect: 204 });
  await withdraw(ann, made, { expect: 204 });
  const other = await seek(ben, terms);
  assert.equal(other.status, 'open');
  const again = await seek(ann, terms);
  assert.equal(again.status, 'paired');
  const late = await withdraw(ben, other);
  isProblem(late, 409, 'seek-paired');
  assert.equal(late.json.state.game_id, again.game_id);
  isProblem(await withdraw(ann, { id: nowhere }), 404, 'seek-not-found');
});

test('nobody asks for it: it expires, and asking for it keeps it', async () => {
  const [ann, ben] = await guests(2);
  const terms = ownTerms();
  const made = await seek(ann, terms);
  await tests.database.sql(`UPDATE seeks SET alive_until = now() + interval '5 seconds' WHERE id = '${made.id}'`);
  await ben.get(`/v1/seeks/${made.id}`, { expect: 200 });
  const left = async () =>
    Number(await tests.database.sql(`SELECT ceil(extract(epoch FROM alive_until - now())) FROM seeks WHERE id = '${made.id}'`));
  assert.ok((await left()) <= 5);
  const { json } = await ann.get(`/v1/seeks/${made.id}`, { expect: 200 });
  assert.ok(Date.parse(json.expires_at) - Date.parse(json.server_time) > 55_000);
  assert.ok((await left()) > 55);
  await expire(tests.database, 'seeks', made);
  const gone = await ann.get(`/v1/seeks/${made.id}`);
  isProblem(gone, 410, 'seek-gone');
  assert.deepEqual([gone.json.state.status, gone.json.state.withdrawn_reason], ['expired', null]);
  assert.equal((await seek(ben, terms)).status, 'open');
  await withdraw(ann, made, { expect: 204 });
});

test('days a move: it lives for a day', async () => {
  const [ann] = await guests(1);
  const made = await seek(ann, { clock: { kind: 'correspondence', days: 9 } });
  assert.equal(Date.parse(made.expires_at) - Date.parse(made.created_at), 24 * 60 * 60 * 1000);
});

test('waiting: the answer comes when it is paired, or withdrawn', async () => {
  const [ann, ben] = await guests(2);
  for (const paired of [true, false]) {
    const terms = ownTerms();
    const made = await seek(ann, terms);
    const path = `/v1/seeks/${made.id}`;
    const { headers } = await ann.get(path, { expect: 200 });
    const waiting = ann.get(path, { query: { wait: 25 }, headers: { 'If-None-Match': headers.etag } });
    await untilParked(tests.api, 1);
    if (paired) await seek(ben, terms);
    else await withdraw(ann, made, { expect: 204 });
    const answer = await waiting;
    if (paired) assert.equal(answer.json.status, 'paired');
    else {
      isProblem(answer, 410, 'seek-gone');
      assert.equal(answer.json.state.withdrawn_reason, 'by-player');
    }
  }
  const vain = await seek(ann, ownTerms());
  const { headers } = await ann.get(`/v1/seeks/${vain.id}`, { expect: 200 });
  const options = { query: { wait: 1 }, headers: { 'If-None-Match': headers.etag }, expect: 304 };
  await ann.get(`/v1/seeks/${vain.id}`, options);
});

test('lists: the latest first, page by page; the own ones apart', async () => {
  const people = await guests(5);
  const made = [];
  for (const client of people) made.unshift(await seek(client, ownTerms()));
  const ids = async (client, query) => {
    const found = [];
    for (let cursor; cursor !== null; ) {
      const { json } = await client.get('/v1/seeks', { query: { ...query, limit: 2, cursor }, expect: 200 });
      found.push(...json.items.map((each) => each.id));
      cursor = json.next_cursor;
    }
    return found;
  };
  const all = made.map((each) => each.id);
  for (const client of [tests.api, people[0]]) {
    const seen = (await ids(client, {})).filter((id) => all.includes(id));
    assert.deepEqual(seen, all);
  }
  assert.deepEqual(await ids(people[0], { player: 'me' }), [all.at(-1)]);
  isProblem(await tests.api.get('/v1/seeks', { query: { player: 'me' } }), 401, 'token-missing');
  isProblem(await people[0].get('/v1/seeks', { query: { player: 'you' } }), 400, 'invalid-query');
});

test('a key makes one seek, however often; so many are enough', async () => {
  const [ann] = await guests(1);
  const headers = { 'Idempotency-Key': 'once' };
  const terms = ownTerms();
  const answers = await times(10, () => ann.post('/v1/seeks', terms, { headers, expect: [200, 201] }));
  assert.equal(answers.filter((each) => each.status === 201).length, 1);
  assert.equal(new Set(answers.map((each) => each.json.id)).size, 1);
  isProblem(await ann.post('/v1/seeks', ownTerms(), { headers }), 422, 'idempotency-key-reused');
  const { json: limits } = await tests.api.get('/v1/limits', { expect: 200 });
  const more = await times(2 * limits.opponents.seeks_open_max, () => ann.post('/v1/seeks', ownTerms()));
  assert.equal(more.filter((each) => each.status === 201).length, limits.opponents.seeks_open_max - 1);
  const refused = more.find((each) => each.status !== 201);
  isProblem(refused, 429, 'too-many-seeks');
  assert.ok(Number(refused.headers['retry-after']) > 1);
});

test('bodies that make no sense are refused with their place', async () => {
  const [ann] = await guests(1);
  for (const [body, code, pointer] of [
    [{ opening: 'position' }, 'invalid-field', '/opening'],
    [{ position: 'x' }, 'unknown-field', '/position'],
    [{ color: 'red' }, 'invalid-field', '/color'],
    [{ rated: true, rating_max: 99 }, 'invalid-field', '/rating_max'],
    [{ clock: { kind: 'correspondence', days: 15 } }, 'invalid-field', '/clock/days'],
  ]) {
    isProblem(await ann.post('/v1/seeks', body), 400, code, { pointer });
  }
});

test('hundreds of seeks, two replicas at once: nobody twice, nobody with oneself or a blocked one, nothing lost', async () => {
  const second = await startService({ database: tests.database });
  const there = connect(second.url);
  try {
    const clients = await guests(60);
    const terms = ownTerms();
    const other = ownTerms();
    const blocked = new Set();
    for (let index = 0; index + 7 < clients.length; index += 5) {
      await block(clients[index], clients[index + 7], { expect: 200 });
      blocked.add([clients[index], clients[index + 7]].map((each) => each.player.id).sort().join());
    }
    const rounds = 5;
    for (let round = 0; round < rounds; round += 1) {
      await times(clients.length, async (index) => {
        const client = index % 2 ? clients[index] : there.as(clients[index].token);
        const twin = index % 2 ? there.as(clients[index].token) : clients[index];
        /* Everybody seeks on two terms at once, at both replicas. */
        await Promise.all([seek(client, terms), seek(twin, other)]);
      });
      /* As clients do that wait: until those left fit nobody. */
      await times(clients.length, async (index) => {
        const { json } = await clients[index].get('/v1/seeks', { query: { player: 'me' }, expect: 200 });
        for (const { id } of json.items) await clients[index].get(`/v1/seeks/${id}`, { expect: [200, 410] });
      });
      await times(clients.length, async (index) => {
        const { json } = await clients[index].get('/v1/seeks', { query: { player: 'me' }, expect: 200 });
        for (const made of json.items) await withdraw(clients[index], made);
      });
    }
    const mine = clients.map((each) => `'${each.player.id}'`).join();
    const rows = async (sql) => (await tests.database.sql(sql)).split('\n').filter(Boolean).map((line) => line.split('|'));
    const games = await rows(`SELECT id, black_player, white_player, clock_amount FROM games WHERE black_player IN (${mine})`);
    const paired = await rows(`SELECT game_id, player, clock_amount FROM seeks WHERE status = 'paired' AND player IN (${mine})`);
    const open = await rows(`SELECT id FROM seeks WHERE status = 'open' AND player IN (${mine})`);
    assert.ok(games.length > 100, `${games.length} games`);
    assert.deepEqual(open, []);
    assert.equal(paired.length, 2 * games.length);
    for (const [id, black, white] of games) {
      assert.notEqual(black, white);
      assert.ok(!blocked.has([black, white].sort().join()), `game ${id} is between two who have blocked each other`);
      const seekers = paired.filter(([game]) => game === id).map(([, player]) => player);
      assert.deepEqual(seekers.sort(), [black, white].sort());
    }
    /* Each round a player is paired at most once: that withdraws the other seek, or it is made after. */
    const made = await rows(`SELECT player, count(*) FROM seeks WHERE player IN (${mine}) GROUP BY player`);
    assert.ok(made.every(([, count]) => Number(count) === 2 * rounds), 'every seek is there');
  } finally {
    there.close();
    await second.stop();
  }
});
