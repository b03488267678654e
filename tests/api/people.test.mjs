// Play between two people: seats, draw offers, matches, rematches, and what each of them sees.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadContract } from '../support/contract.mjs';
import { letPass, mover, newBetween } from '../support/people.mjs';
import { isProblem, newAgainst, newLocal, play, read, unchanged, until, untilParked } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const clock = { kind: 'per_move', seconds: 600 };
let alice;
let bob;
let carol;
const tests = serviceForTests({
  ready: async ({ api, alice: first }) => {
    [alice, bob, carol] = [first, await api.guest(), await api.guest()];
  },
});

const newGame = (more = {}) => newBetween(tests.database, alice, bob, { clock, ...more });
const at = ({ id }) => `/v1/games/${id}`;
const offer = (client, game, body) => client.put(`${at(game)}/draw-offer`, body);
const drop = (client, game, query) => client.request('DELETE', `${at(game)}/draw-offer`, { query });
const accept = (client, game, body) => client.put(`${at(game)}/draw-offer/acceptance`, body);
const rematch = (client, game, options) => client.put(`${at(game)}/rematch`, undefined, options);
const dropRematch = (client, game, query) => client.request('DELETE', `${at(game)}/rematch`, { query });
const resign = (client, game, body) => client.put(`${at(game)}/resignation`, body);
const leave = (client, { match }, body) => client.put(`/v1/matches/${match.id}/leave`, body);
const isReplay = ({ headers }) => headers['idempotent-replay'] === 'true';

/** Plays so many legal moves, each side its own. */
async function playOn(game, count) {
  let now = game;
  for (let i = 0; i < count; i += 1) now = await play(mover(now, alice, bob), now, now.legal_moves[0].square);
  return now;
}

/* --- who may do what ---------------------------------------------------------------------------------------------- */

/** Every command about a game, as whoever holds the seat would send it. */
const commands = {
  move: (client, game) => client.put(`${at(game)}/moves/${game.next_ply}`, { square: game.legal_moves[0].square }),
  undo: (client, game) => client.put(`${at(game)}/branches/1`),
  resign: (client, game) => resign(client, game, { seat: 'black' }),
  abort: (client, game) => client.put(`${at(game)}/abort`),
  hint: (client, game) => client.post(`${at(game)}/hint`, { nodes: 100 }),
  'offer a draw': offer,
  'drop a draw offer': drop,
  'accept a draw': accept,
  'offer a rematch': rematch,
  'drop a rematch': dropRematch,
  'leave the match': (client, game) => leave(client, game, { seat: 'black' }),
};

test('these are all commands about a game', () => {
  const { operations } = loadContract();
  const changing = operations.filter(({ path, method }) => /^\/v1\/(games|matches)\/\{id\}/.test(path) && method !== 'GET');
  const reviews = 1; // which anybody may have made
  assert.equal(Object.keys(commands).length, changing.length - reviews);
});

for (const [name, command] of Object.entries(commands)) {
  test(`${name}: neither strangers nor anybody without a token, and nothing changes`, async () => {
    const game = await newGame({ wins_needed: 3 });
    isProblem(await unchanged(alice, game, () => command(carol, game)), 403, 'not-a-seat');
    isProblem(await unchanged(alice, game, () => command(tests.api, game)), 401, 'token-missing');
  });
}

/** What the other side, which is not to move, or has other rights, cannot do: [code, status, command]. */
const notForTheOpponent = [
  ['move out of turn', 409, 'not-your-turn', (game) => commands.move(bob, game)],
  ['resign for black', 403, 'not-a-seat', (game) => resign(bob, game, { seat: 'black' })],
  ['leave for black', 403, 'not-a-seat', (game) => leave(bob, game, { seat: 'black' })],
  ['take back', 403, 'undo-not-allowed', (game) => commands.undo(bob, game)],
  ['ask for a hint', 403, 'hint-not-allowed', (game) => commands.hint(bob, game)],
  ['accept what nobody offered', 409, 'no-draw-offer', (game) => accept(bob, game)],
  ['offer a rematch before the end', 409, 'game-not-over', (game) => rematch(bob, game)],
];
for (const [what, status, code, command] of notForTheOpponent) {
  test(`the opponent cannot ${what}, and nothing changes`, async () => {
    const game = await newGame({ wins_needed: 1 });
    isProblem(await unchanged(alice, game, () => command(game)), status, code);
  });
}

test('each sees the game from the own seat', async () => {
  const game = await playOn(await newGame(), 1);
  for (const [client, you] of [[alice, ['black']], [bob, ['white']], [carol, []], [tests.api, []]]) {
    const seen = await read(client, game);
    assert.deepEqual(seen.you, you);
    assert.deepEqual(seen.players.black.id, alice.player.id);
    assert.deepEqual(seen.players.white.id, bob.player.id);
    assert.deepEqual(seen.played, []);
    assert.equal(seen.can_undo, false);
    const seated = you.length > 0;
    assert.deepEqual([seen.can_abort, seen.can_offer_draw, seen.can_rematch], [seated, seated, false]);
    assert.equal(seen.rated, false);
    assert.equal(seen.unrated_reason, 'casual');
  }
  const { json } = await bob.put(`${at(game)}/moves/2`, { square: game.legal_moves[0].square }, { expect: 201 });
  assert.deepEqual(json.played.map(({ ply, color }) => [ply, color]), [[2, 'white']]);
  const local = await newLocal(alice);
  assert.deepEqual(local.you, ['black', 'white']);
  assert.deepEqual((await read(bob, local)).you, []);
});

test('an ETag is of the seat that asked', async () => {
  const game = await newGame();
  const etags = await Promise.all([alice, bob, carol].map(async (client) => (await client.get(at(game))).headers.etag));
  assert.equal(new Set(etags).size, 3);
});

/* --- draw offers -------------------------------------------------------------------------------------------------- */

test('a draw is offered, seen by all, and accepted by the other side alone', async () => {
  const game = await playOn(await newGame(), 3);
  const offered = await offer(bob, game);
  assert.equal(offered.status, 200);
  assert.deepEqual(offered.json.draw_offer, { by: 'white', ply: 3 });
  assert.deepEqual((await read(carol, game)).draw_offer, { by: 'white', ply: 3 });
  const repeated = await unchanged(alice, game, () => offer(bob, game));
  assert.ok(repeated.status === 200 && isReplay(repeated));
  isProblem(await unchanged(alice, game, () => accept(bob, game)), 403, 'own-offer');
  isProblem(await unchanged(alice, game, () => offer(alice, game)), 409, 'draw-offered');
  isProblem(await unchanged(alice, game, () => accept(carol, game)), 403, 'not-a-seat');
  const agreed = await accept(alice, game);
  assert.equal(agreed.status, 200);
  assert.equal(agreed.json.status, 'finished');
  assert.equal(agreed.json.result.reason, 'agreement');
  assert.equal(agreed.json.result.winner, null);
  assert.equal(agreed.json.draw_offer, null);
  assert.equal(agreed.json.clock.deadline_at, null);
  assert.ok(isReplay(await unchanged(alice, game, () => accept(alice, game))), 'the same once more');
  assert.ok(isReplay(await unchanged(alice, game, () => offer(bob, game))), 'the offer once more');
  isProblem(await unchanged(alice, game, () => accept(bob, game)), 409, 'game-over');
  isProblem(await unchanged(alice, game, () => offer(alice, game)), 409, 'game-over');
});

test('a draw offer lapses on a move', async () => {
  const game = await newGame();
  await offer(bob, game);
  const moved = await playOn(game, 1);
  assert.equal(moved.draw_offer, null);
  isProblem(await unchanged(alice, game, () => accept(alice, game)), 409, 'no-draw-offer');
});

test('a draw offer is taken back, or declined, and made again after the next own move alone', async () => {
  let game = await newGame();
  for (const client of [alice, bob]) {
    const offered = await offer(alice, game);
    assert.deepEqual([offered.json.can_offer_draw, (await read(bob, game)).can_offer_draw], [false, false]);
    assert.equal((await drop(client, game)).status, 204);
    const dropped = await read(alice, game);
    assert.deepEqual([dropped.draw_offer, dropped.can_offer_draw, (await read(bob, game)).can_offer_draw], [null, false, true]);
    const again = await unchanged(alice, game, () => drop(client, game));
    assert.ok(again.status === 204 && isReplay(again));
    isProblem(await accept(bob, game), 409, 'no-draw-offer');
    isProblem(await unchanged(alice, game, () => offer(alice, game)), 409, 'draw-offer-repeated');
    game = await playOn(game, 2);
    assert.equal((await read(alice, game)).can_offer_draw, true);
  }
});

test('dropping an offer of another ply drops none', async () => {
  const game = await playOn(await newGame(), 2);
  await offer(alice, game);
  for (const client of [alice, bob]) {
    const late = await unchanged(alice, game, () => drop(client, game, { ply: 0 }));
    assert.ok(late.status === 204 && isReplay(late));
  }
  assert.ok(!isReplay(await drop(bob, game, { ply: 2 })));
  assert.equal((await read(alice, game)).draw_offer, null);
  isProblem(await drop(bob, game, { ply: 65 }), 400, 'invalid-query');
});

test('whoever may abort is told so', async () => {
  for (const [count, may] of [[0, true], [3, true], [4, false]]) {
    const game = await playOn(await newGame(), count);
    assert.equal((await read(bob, game)).can_abort, may);
    assert.equal((await commands.abort(bob, game)).status, may ? 200 : 409);
    assert.equal((await read(bob, game)).can_abort, false);
  }
});

test('with its ply, an offer and its acceptance mean that one alone', async () => {
  const game = await playOn(await newGame(), 2);
  isProblem(await unchanged(alice, game, () => offer(alice, game, { ply: 1 })), 409, 'out-of-step');
  assert.equal((await offer(alice, game, { ply: 2 })).status, 200);
  isProblem(await unchanged(alice, game, () => accept(bob, game, { ply: 0 })), 409, 'no-draw-offer');
  assert.equal((await accept(bob, game, { ply: 2 })).status, 200);
});

test('against the AI there are no draw offers', async () => {
  const game = await newAgainst(alice, 'easy');
  for (const command of [offer, drop, accept]) {
    isProblem(await unchanged(alice, game, () => command(alice, game)), 403, 'draw-not-allowed');
  }
});

test('on one device an offer is the draw', async () => {
  const game = await newLocal(alice);
  const { json } = await offer(alice, game);
  assert.equal(json.result.reason, 'agreement');
  assert.ok(isReplay(await offer(alice, game)) && isReplay(await accept(alice, game)));
});

test('a draw offer does not outlive the game', async () => {
  const game = await newGame();
  await offer(alice, game);
  await resign(bob, game);
  assert.equal((await read(alice, game)).draw_offer, null);
  isProblem(await unchanged(alice, game, () => accept(bob, game)), 409, 'game-over');
});

test('of two who decide at once about an offer one succeeds', async () => {
  for (let round = 0; round < 10; round += 1) {
    const game = await newGame();
    await offer(alice, game);
    const [taken, accepted] = await Promise.all([commands.move(alice, game), accept(bob, game)]);
    const now = await read(alice, game);
    assert.equal(accepted.status, now.status === 'finished' ? 200 : 409);
    assert.equal(taken.status, now.status === 'finished' ? 409 : 201);
  }
});

/* --- matches ------------------------------------------------------------------------------------------------------ */

const scoreOf = async (id) => (await carol.get(`/v1/matches/${id}`, { expect: 200 })).json;

test('a match: colours swap, draws count for neither, who has three wins has won', async () => {
  let game = await newGame({ wins_needed: 3 });
  const { id } = game.match;
  assert.equal(id, game.id);
  assert.deepEqual(game.match.wins.map(({ color, player, wins }) => [color, player, wins]), [
    ['black', alice.player.id, 0],
    ['white', bob.player.id, 0],
  ]);
  const results = ['alice', 'draw', 'bob', 'bob', 'alice', 'bob'];
  const wins = { alice: 0, bob: 0 };
  for (const [index, winner] of results.entries()) {
    assert.equal(game.match.game_number, index + 1);
    assert.deepEqual(game.you, [index % 2 ? 'white' : 'black'], 'alice');
    if (winner === 'draw') {
      await offer(alice, game);
      await accept(bob, game);
    } else {
      await resign(winner === 'alice' ? bob : alice, game);
      wins[winner] += 1;
    }
    const over = await read(alice, game);
    const match = await scoreOf(id);
    assert.deepEqual(match.sides.map((side) => side.wins), [wins.alice, wins.bob]);
    assert.equal(match.version, index + 2);
    assert.deepEqual(match.games.map(({ status }) => status).slice(0, -1), match.games.slice(0, -1).map(() => 'finished'));
    if (index === results.length - 1) {
      assert.equal(over.match.next_game_id, null);
      assert.equal(over.match.winner, over.players.black.id === bob.player.id ? 'black' : 'white');
      assert.equal(match.status, 'finished');
      assert.equal(match.reason, 'won');
      assert.deepEqual(match.sides.map(({ won }) => won), [false, true]);
      break;
    }
    assert.equal(over.match.winner, null);
    assert.equal(match.game_id, over.match.next_game_id);
    game = await read(alice, { id: over.match.next_game_id });
    const grace = Date.parse(game.clock.deadline_at) - Date.parse(game.created_at);
    assert.equal(grace, 600_000 + 15_000, 'fifteen seconds more to get ready');
    assert.equal(game.created_at, over.updated_at, 'in the same moment');
  }
});

test('a match to one win goes on after a draw', async () => {
  const game = await newGame({ wins_needed: 1 });
  await offer(alice, game);
  const { json } = await accept(bob, game);
  const next = await read(bob, { id: json.match.next_game_id });
  assert.deepEqual(next.you, ['black']);
  const over = await resign(alice, next);
  assert.equal(over.json.match.winner, 'black');
});

test('a match is seen by its players and others', async () => {
  const { match } = await newGame({ wins_needed: 5 });
  const path = `/v1/matches/${match.id}`;
  for (const [client, you] of [[alice, [true, false]], [bob, [false, true]], [tests.api, [false, false]]]) {
    const { json } = await client.get(path, { expect: 200 });
    assert.deepEqual(json.sides.map((side) => side.you), you);
    assert.deepEqual(json.sides.map(({ player }) => player.id), [alice.player.id, bob.player.id]);
  }
  isProblem(await alice.get(`/v1/matches/${(await newGame()).id}`), 404, 'match-not-found');
});

test('whoever waits for a match is answered when a game of it ends', async () => {
  const game = await newGame({ wins_needed: 3 });
  const path = `/v1/matches/${game.match.id}`;
  const { headers } = await alice.get(path);
  const waiting = alice.get(path, { query: { wait: 25 }, headers: { 'If-None-Match': headers.etag } });
  await untilParked(tests.api, 1);
  await resign(bob, game);
  const answer = await waiting;
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.json.sides.map(({ wins }) => wins), [1, 0]);
});

test('leaving before the first moves aborts the match; later it loses it', async () => {
  const early = await newGame({ wins_needed: 3 });
  const aborted = await leave(bob, early);
  assert.equal(aborted.json.status, 'aborted');
  assert.deepEqual(aborted.json.sides.map(({ won }) => won), [false, false]);
  const late = await playOn(await newGame({ wins_needed: 3 }), 4);
  const left = await leave(alice, late);
  assert.equal(left.json.status, 'finished');
  assert.equal(left.json.reason, 'abandoned');
  assert.deepEqual(left.json.sides.map(({ won }) => won), [false, true]);
  const game = await read(bob, late);
  assert.equal(game.result.reason, 'abandoned');
  assert.equal(game.match.next_game_id, null);
  assert.ok(isReplay(await leave(alice, late)));
  isProblem(await unchanged(alice, late, () => leave(bob, late)), 409, 'match-over');
});

test('whoever leaves while a game of the match ends has left the next one', async () => {
  const game = await playOn(await newGame({ wins_needed: 3 }), 4);
  const queued = async () => Number(await tests.database.sql("SELECT count(*) FROM pg_locks WHERE locktype = 'tuple' AND relation = 'games'::regclass"));
  const release = await tests.database.hold(`SELECT FROM games WHERE id = '${game.id}' FOR UPDATE`);
  const resigned = resign(bob, game);
  await until('the resignation waits for the row', async () => (await queued()) === 1);
  const leaving = leave(alice, game);
  await until('leaving waits behind it', async () => (await queued()) === 2);
  await release();
  assert.equal((await resigned).status, 200);
  const left = await leaving;
  assert.equal(left.status, 200);
  assert.deepEqual([left.json.status, left.json.reason, left.json.game_number], ['finished', 'abandoned', 2]);
  assert.deepEqual(left.json.sides.map(({ wins, won }) => [wins, won]), [[1, false], [1, true]]);
});

test('a later game of a match cannot be aborted, and leaving it early loses the match', async () => {
  const first = await newGame({ wins_needed: 3 });
  const { json } = await resign(bob, first);
  const second = { id: json.match.next_game_id, match: first.match };
  isProblem(await unchanged(alice, second, () => commands.abort(alice, second)), 409, 'too-late-to-abort');
  const left = await leave(alice, second);
  assert.equal(left.json.reason, 'abandoned');
  assert.deepEqual(left.json.sides.map(({ won }) => won), [false, true]);
});

test('matches against the AI and on one device', async () => {
  const against = await newAgainst(alice, 'easy', { wins_needed: 3 });
  const { json } = await resign(alice, against);
  const next = await until('the AI has begun the next game', async () => {
    const game = await read(alice, { id: json.match.next_game_id });
    return game.ply > 0 && game;
  });
  assert.deepEqual(next.you, ['white']);
  assert.deepEqual(next.match.wins.map(({ player, wins }) => [player, wins]), [[null, 1], [alice.player.id, 0]]);
  const local = await newLocal(alice, { wins_needed: 1 });
  isProblem(await leave(alice, local), 400, 'missing-field', { pointer: '/seat' });
  const over = await resign(alice, local, { seat: 'white' });
  assert.equal(over.json.match.winner, 'black');
});

/* --- rematches ---------------------------------------------------------------------------------------------------- */

test('a rematch begins when both want it, once, with the colours swapped', async () => {
  const game = await newGame({ wins_needed: 1, opening: 'original' });
  await resign(alice, game);
  const offered = await rematch(alice, game);
  assert.equal(offered.status, 200);
  assert.deepEqual(offered.json.rematch, { by: 'black', status: 'offered', game_id: null });
  assert.deepEqual([offered.json.can_rematch, (await read(bob, game)).can_rematch, (await read(carol, game)).can_rematch], [false, true, false]);
  assert.ok(isReplay(await rematch(alice, game)));
  isProblem(await unchanged(alice, game, () => rematch(carol, game)), 403, 'not-a-seat');
  const begun = await rematch(bob, game);
  assert.equal(begun.status, 201);
  assert.equal(begun.headers.location, at(begun.json));
  assert.deepEqual(begun.json.you, ['black']);
  assert.equal(begun.json.opening, 'original');
  assert.deepEqual(begun.json.clock.seconds, 600);
  assert.deepEqual([begun.json.match.id, begun.json.match.wins_needed], [begun.json.id, 1]);
  for (const client of [alice, bob]) {
    const again = await rematch(client, game);
    assert.ok(again.status === 200 && isReplay(again));
    assert.equal(again.json.id, begun.json.id);
  }
  assert.deepEqual((await read(carol, game)).rematch, { by: 'black', status: 'begun', game_id: begun.json.id });
  isProblem(await unchanged(bob, game, () => dropRematch(bob, game)), 409, 'rematch-begun');
});

test('an offer of a rematch is taken back or declined, and made once by each side', async () => {
  const game = await newGame();
  await resign(alice, game);
  await rematch(alice, game);
  const meantForAnother = await unchanged(alice, game, () => dropRematch(bob, game, { by: 'white' }));
  assert.ok(meantForAnother.status === 204 && isReplay(meantForAnother));
  const declined = await dropRematch(bob, game, { by: 'black' });
  assert.ok(declined.status === 204 && !isReplay(declined));
  for (const [client, may] of [[alice, false], [bob, true], [carol, false]]) {
    const seen = await read(client, game);
    assert.deepEqual([seen.rematch, seen.can_rematch], [{ by: 'black', status: 'declined', game_id: null }, may]);
  }
  assert.ok(isReplay(await unchanged(alice, game, () => dropRematch(bob, game))));
  isProblem(await unchanged(alice, game, () => rematch(alice, game)), 409, 'rematch-declined');
  assert.deepEqual((await rematch(bob, game)).json.rematch, { by: 'white', status: 'offered', game_id: null });
  const late = await unchanged(alice, game, () => dropRematch(bob, game, { by: 'black' }));
  assert.ok(isReplay(late), 'the late repeat of declining does not take the own offer back');
  await dropRematch(bob, game);
  assert.deepEqual((await read(alice, game)).rematch, { by: 'white', status: 'withdrawn', game_id: null });
  for (const client of [alice, bob]) isProblem(await rematch(client, game), 409, 'rematch-declined');
});

test('of an acceptance and a withdrawal at once one succeeds', async () => {
  for (let round = 0; round < 10; round += 1) {
    const game = await newGame();
    await resign(alice, game);
    await rematch(alice, game);
    const [accepted, withdrawn] = await Promise.all([rematch(bob, game), dropRematch(alice, game)]);
    const { rematch: now } = await read(carol, game);
    const begun = now.status === 'begun';
    assert.deepEqual([accepted.status, withdrawn.status], begun ? [201, 409] : [200, 204]);
    if (!begun) assert.deepEqual([now.by, now.status], ['white', 'offered'], 'the acceptance became an offer');
  }
});

test('whoever offered a rematch long ago has a day for the first move in it', async () => {
  const game = await newGame();
  await resign(alice, game);
  await rematch(alice, game);
  await tests.database.sql(`UPDATE games SET updated_at = updated_at - interval '3 days' WHERE id = '${game.id}'`);
  const { json } = await rematch(bob, game);
  assert.equal(Date.parse(json.clock.deadline_at) - Date.parse(json.created_at), 600_000, 'for who has just accepted');
  const moved = await play(bob, json, json.legal_moves[0].square);
  assert.deepEqual(moved.players.white.id, alice.player.id);
  assert.equal(Date.parse(moved.clock.deadline_at) - Date.parse(json.created_at), 86_400_000);
  const second = await play(alice, moved, moved.legal_moves[0].square);
  const back = await play(bob, second, second.legal_moves[0].square);
  assert.equal(Date.parse(back.clock.deadline_at) - Date.parse(back.updated_at), 600_000);
});

test('both ask for the rematch at once: there is one', async () => {
  for (let round = 0; round < 10; round += 1) {
    const game = await newGame();
    await resign(alice, game);
    const answers = await Promise.all([alice, bob, alice, bob].map((client) => rematch(client, game)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    const { rematch: made } = await read(carol, game);
    const { json } = await alice.get('/v1/games', { query: { ids: made.game_id }, expect: 200 });
    assert.equal(json.items.length, 1);
  }
});

test('a rematch of a game in a match is one of the match', async () => {
  const game = await newGame({ wins_needed: 3 });
  const { json } = await resign(alice, game);
  isProblem(await unchanged(alice, game, () => rematch(alice, game)), 409, 'match-not-over');
  const second = { id: json.match.next_game_id, match: game.match };
  await leave(bob, second);
  const again = await unchanged(alice, game, () => rematch(alice, game));
  isProblem(again, 409, 'match-not-over', { title: 'Another game of the match has followed this one.' });
  await rematch(alice, second);
  const begun = await rematch(bob, second);
  assert.equal(begun.json.match.wins_needed, 3);
  assert.equal(begun.json.match.game_number, 1);
  assert.equal((await scoreOf(begun.json.id)).status, 'live');
});

test('the AI agrees to a rematch at once and moves where it begins', async () => {
  const game = await newAgainst(alice, 'easy');
  await resign(alice, game);
  const begun = await rematch(alice, game, { query: { wait: 25 } });
  assert.equal(begun.status, 201);
  assert.deepEqual(begun.json.you, ['white']);
  assert.equal(begun.json.ply, 1);
  assert.deepEqual(begun.json.played.map(({ ply }) => ply), [1]);
  const again = await rematch(alice, game);
  assert.ok(again.status === 200 && isReplay(again));
  const local = await newLocal(alice);
  await resign(alice, local, { seat: 'black' });
  assert.equal((await rematch(alice, local)).status, 201);
});

/* --- clocks ------------------------------------------------------------------------------------------------------- */

test('each move has its whole time, and the answer says until when', async () => {
  const game = await newGame({ clock: { kind: 'correspondence', days: 2 } });
  const moved = await playOn(game, 1);
  const { kind, seconds, days, on_timeout: policy, deadline_at: deadline, remaining_ms: left } = moved.clock;
  assert.deepEqual({ kind, seconds, days, policy }, { kind: 'correspondence', seconds: 172_800, days: 2, policy: 'forfeit' });
  assert.equal(Date.parse(deadline) - Date.parse(moved.updated_at), 172_800_000);
  assert.equal(Date.parse(deadline) - Date.parse(moved.server_time), left);
});

test('no clock runs on the AI’s turn', async () => {
  const game = await newAgainst(alice, 'hard', { clock: { kind: 'per_move', seconds: 5 } });
  const { json } = await commands.move(alice, game);
  assert.equal(json.clock.deadline_at, null);
  assert.equal(json.clock.remaining_ms, null);
});

test('undo gives the whole time again', async () => {
  const game = await newAgainst(alice, 'easy', { clock });
  const moved = await play(alice, game, 'f5', 25);
  await letPass(tests.database, moved, 500_000);
  const { json } = await alice.put(`${at(game)}/branches/1`, undefined, { expect: 201 });
  assert.equal(Date.parse(json.clock.deadline_at) - Date.parse(json.updated_at), 600_000);
});

test('a forced pass costs nobody time: the other side moves again with the whole time', async () => {
  const position = `--------XO------${'-'.repeat(40)}XO------ X`;
  const game = await newGame({ clock: { kind: 'correspondence', days: 1 }, opening: 'position', position });
  const moved = await playOn(game, 1);
  assert.equal(moved.passed, 'white');
  assert.equal(moved.turn, 'black');
  assert.equal(Date.parse(moved.clock.deadline_at) - Date.parse(moved.updated_at), 86_400_000);
});

test('a move after the deadline is refused, and the game is lost', async () => {
  const game = await playOn(await newGame(), 4);
  await letPass(tests.database, game, 600_000);
  const late = await commands.move(mover(game, alice, bob), game);
  isProblem(late, 409, 'game-over');
  assert.equal(late.json.state.result.reason, 'timeout');
  assert.equal(late.json.state.result.winner, 'white');
  assert.equal(late.json.state.unrated_reason, 'casual');
});

test('with autoplay the server plays, and whoever misses three turns running has left the match', async () => {
  let game = await newGame({ clock: { ...clock, on_timeout: 'autoplay' }, wins_needed: 3 });
  for (let turn = 1; turn <= 2; turn += 1) {
    await letPass(tests.database, game, 600_000);
    const late = await commands.move(alice, game);
    assert.ok([409].includes(late.status), late.text);
    game = await read(alice, game);
    assert.equal(game.last_move.by, 'auto');
    assert.deepEqual(game.clock.misses, { black: turn, white: 0 });
    while (game.turn === 'white') game = await playOn(game, 1);
  }
  await letPass(tests.database, game, 600_000);
  game = await read(bob, game);
  assert.equal(game.result.reason, 'abandoned');
  assert.equal(game.match.winner, 'white');
  assert.equal(game.match.next_game_id, null);
  assert.equal((await scoreOf(game.match.id)).reason, 'abandoned');
});

test('two people without a clock have thirty days', async () => {
  const game = await newBetween(tests.database, alice, bob, { wins_needed: 1 });
  assert.equal(game.clock, null);
  assert.equal(Date.parse(game.aborts_at) - Date.parse(game.updated_at), 30 * 86_400_000);
  await letPass(tests.database, game, 30 * 86_400_000);
  const given = await read(alice, game);
  assert.equal(given.status, 'aborted');
  assert.equal(given.aborts_at, null);
  assert.equal((await scoreOf(game.id)).status, 'aborted');
});

test('the nearest deadline comes first among my games', async () => {
  const dora = await tests.api.guest();
  const days = [3, 1, 14, 2];
  for (const each of days) await newBetween(tests.database, dora, bob, { clock: { kind: 'correspondence', days: each } });
  await newLocal(dora);
  const seen = [];
  for (let cursor; cursor !== null; ) {
    const { json } = await dora.get('/v1/account/games', { query: { state: 'my-turn', sort: 'deadline', limit: 2, cursor }, expect: 200 });
    seen.push(...json.items.map((game) => game.clock?.days ?? null));
    cursor = json.next_cursor;
  }
  assert.deepEqual(seen, [1, 2, 3, 14, null]);
});

/* --- streams ------------------------------------------------------------------------------------------------------ */

test('a stream shows every offer, answer and deadline', async () => {
  const game = await newGame({ wins_needed: 1, clock: { ...clock, on_timeout: 'autoplay' } });
  const stream = await bob.stream(`${at(game)}/events`);
  const next = async () => (await stream.next()).game;
  assert.deepEqual((await next()).you, ['white']);
  await offer(alice, game);
  assert.deepEqual((await next()).draw_offer, { by: 'black', ply: 0 });
  await drop(bob, game);
  assert.equal((await next()).draw_offer, null);
  await letPass(tests.database, game, 600_000);
  const auto = await next();
  assert.equal(auto.last_move.by, 'auto');
  assert.deepEqual(auto.clock.misses, { black: 1, white: 0 });
  await offer(alice, game);
  await next();
  await accept(bob, game);
  const last = await next();
  assert.equal(last.result.reason, 'agreement');
  assert.equal(typeof last.match.next_game_id, 'string');
  assert.equal(await stream.next(), undefined);
});

test('whoever waits for a game hears of the sweeper’s changes and of a rematch', async () => {
  const game = await newGame();
  const changed = async (change) => {
    const { headers } = await bob.get(at(game));
    const waiting = bob.get(at(game), { query: { wait: 25 }, headers: { 'If-None-Match': headers.etag } });
    await untilParked(tests.api, 1);
    await change();
    return (await waiting).json;
  };
  const lost = await changed(() => letPass(tests.database, game, 600_000));
  assert.equal(lost.result.reason, 'timeout');
  const wanted = await changed(() => rematch(alice, game));
  assert.equal(wanted.rematch.status, 'offered');
  const declined = await changed(() => dropRematch(bob, game));
  assert.equal(declined.rematch.status, 'declined');
});
