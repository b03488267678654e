// Two clients that know nothing but what answers say meet and play whole games; and whatever kills the service while
// people meet leaves a game with all that belongs to it, or nothing.
//
// The times between kills are drawn from a seed that is printed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../support/client.mjs';
import { accept, challenge } from '../support/opponents.mjs';
import { agrees, play, replayOf, waitFor } from '../support/play.mjs';
import { randomFor } from '../support/random.mjs';
import { serviceForTests, startService } from '../support/service.mjs';

const tests = serviceForTests();
const guests = (count) => Promise.all(Array.from({ length: count }, () => tests.api.guest()));
const noClock = { clock: { kind: 'none' } };

/** Plays one side of a match: whatever the answers say, until nothing follows. The games, as they ended. */
async function playSide(client, start, choose) {
  const ended = [];
  for (let game = start; ; ) {
    const mine = ({ status, turn, you }) => status !== 'live' || you.includes(turn);
    game = await waitFor(client, game, mine);
    if (game.status === 'live') game = await play(client, game, choose(game));
    if (game.status === 'live') continue;
    agrees(game, replayOf(game));
    ended.push(game);
    if (!game.match?.next_game_id) return ended;
    const { json } = await client.get(`/v1/games/${game.match.next_game_id}`, { expect: 200 });
    game = json;
  }
}

const firstMove = ({ legal_moves: moves }) => moves[0].square;
const lastMove = ({ legal_moves: moves }) => moves.at(-1).square;

test('a friend: an invitation is given on, opened, accepted, and a match played to its end', async () => {
  const [maker, friend] = await guests(2);
  const made = await challenge(maker, { wins_needed: 3, ...noClock });
  const seen = await maker.get(made.links.self, { expect: 200 });
  const waiting = maker.get(made.links.self, { query: { wait: 25 }, headers: { 'If-None-Match': seen.headers.etag } });
  const { json: opened } = await friend.get(made.links.invitation, { expect: 200 });
  assert.equal(opened.can_accept, true);
  const { json: game } = await friend.put(opened.links.acceptance, undefined, { expect: 201 });
  const { json: accepted } = await waiting;
  const { json: mine } = await maker.get(`/v1/games/${accepted.game_id}`, { expect: 200 });
  const [theirs, ours] = await Promise.all([playSide(friend, game, firstMove), playSide(maker, mine, lastMove)]);
  assert.deepEqual(theirs.map((each) => each.id), ours.map((each) => each.id));
  const { json: match } = await maker.get(`/v1/matches/${accepted.match_id}`, { expect: 200 });
  assert.equal(match.status, 'finished');
  assert.equal(Math.max(...match.sides.map((each) => each.wins)), 3);
});

/** Plays one side of the game that a seek becomes, by what the stream of everything says. */
async function playByEvents(client, stream, made, choose) {
  let id = made.game_id;
  for await (const { seek: sought, game } of stream) {
    if (sought?.id === made.id) id = sought.game_id;
    if (!game || game.id !== id) continue;
    if (game.status !== 'live') return game;
    if (game.you.includes(game.turn)) await play(client, game, choose(game));
  }
  throw new Error('the stream ended');
}

test('strangers: two seeks meet, and both play by what the stream says', async () => {
  const [ann, ben] = await guests(2);
  const terms = { clock: { kind: 'per_move', seconds: 600 } };
  const streams = await Promise.all([ann, ben].map((client) => client.stream('/v1/events')));
  const { json: first } = await ann.post('/v1/seeks', terms, { expect: 201 });
  const { json: second } = await ben.post('/v1/seeks', terms, { expect: 201 });
  assert.equal(first.status, 'open');
  const games = await Promise.all([
    playByEvents(ann, streams[0], first, firstMove),
    playByEvents(ben, streams[1], second, lastMove),
  ]);
  for (const stream of streams) stream.close();
  assert.equal(games[0].result.reason, 'discs');
  assert.deepEqual(games[0].result, games[1].result);
  agrees(games[0], replayOf(games[0]));
});

const count = async (sql) => Number(await tests.database.sql(`SELECT count(*) FROM (${sql}) AS wrong`));

/** What must hold of all that people have made, whatever was going on. */
async function nothingIsHalf() {
  const accepted = "SELECT id, wins_needed FROM challenges WHERE status = 'accepted'";
  assert.equal(await count(`${accepted} AND id NOT IN (SELECT id FROM games)`), 0, 'accepted, but no game');
  assert.equal(await count(`${accepted} AND wins_needed > 0 AND id NOT IN (SELECT id FROM matches)`), 0, 'no match');
  assert.equal(
    await count("SELECT id FROM games WHERE id IN (SELECT id FROM challenges WHERE status <> 'accepted')"),
    0,
    'a game of a challenge that nobody accepted',
  );
  const pairs = "SELECT game_id, count(*) AS seeks FROM seeks WHERE status = 'paired' GROUP BY game_id";
  assert.equal(await count(`SELECT * FROM (${pairs}) AS p WHERE seeks <> 2`), 0, 'a game of other than two seeks');
  assert.equal(await count(`SELECT * FROM (${pairs}) AS p WHERE game_id NOT IN (SELECT id FROM games)`), 0, 'no game');
  assert.equal(await count("SELECT code FROM challenges WHERE target IS NULL EXCEPT SELECT code FROM invitation_codes"), 0);
  assert.equal(await count('SELECT code FROM invitation_codes EXCEPT SELECT code FROM challenges'), 0);
}

/** What a client says to a service that may be dead: undefined then. */
async function attempt(request) {
  try {
    return await request();
  } catch (error) {
    if (error.name === 'ContractError' || /, not /.test(error.message)) throw error;
    return undefined;
  }
}

test('killed while people accept and are paired: each game with all that belongs to it, or nothing', async (t) => {
  const random = randomFor(t);
  const people = await guests(24);
  for (let round = 0; round < 6; round += 1) {
    const service = await startService({ database: tests.database });
    const there = connect(service.url);
    const clients = people.map(({ token }) => there.as(token));
    const body = { wins_needed: round % 2 ? 3 : undefined };
    const made = await Promise.all(people.slice(0, 8).map((maker) => challenge(maker, body)));
    const headers = { 'Idempotency-Key': `round-${round}` };
    const asked = clients.map((client, index) =>
      index < 8
        ? attempt(() => accept(clients[8 + index], made[index]))
        : attempt(() => client.post('/v1/seeks', { opening: 'original' }, { headers })),
    );
    await pause(random(150));
    await service.kill();
    await Promise.all(asked);
    there.close();
    await nothingIsHalf();
    /* Everybody who got no answer asks again, and it is done, once. */
    for (const [index, challenged] of made.entries()) {
      const { json } = await accept(people[8 + index], challenged, { expect: [200, 201] });
      assert.equal(json.id, challenged.id);
    }
    await Promise.all(
      people.slice(8).map(async (client) => {
        const { json } = await client.post('/v1/seeks', { opening: 'original' }, { headers, expect: [200, 201] });
        if (json.status === 'open') await client.get(`/v1/seeks/${json.id}`, { expect: 200 });
      }),
    );
    await nothingIsHalf();
    const left = await count("SELECT id FROM seeks WHERE status = 'open' AND alive_until > now() AND opening = 'original'");
    assert.ok(left < 2, `${left} seeks that fit each other are left`);
  }
});
