// The review of a finished game: what it says, that there is one, and that kills and replicas do it no harm.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect } from '../support/client.mjs';
import { makeDatabase } from '../support/database.mjs';
import { isProblem, metric, newAgainst, newLocal, nowhere, playAll, until } from '../support/play.mjs';
import { ownGames } from '../support/records.mjs';
import { replay, solve } from '../support/rules.mjs';
import { startService } from '../support/service.mjs';
import { follow, review, reviewPath } from '../support/study.mjs';

let database;
let service;
let api;
let alice;
before(async () => {
  database = await makeDatabase();
  service = await startService({ database });
  api = connect(service.url);
  alice = await api.guest();
});
after(async () => {
  api.close();
  await service.stop();
  await database.drop();
});

const long = ownGames().find((each) => each.moves.length === 120).moves;
const playOut = async (moves, more) => playAll(alice, await newLocal(alice, more), moves);
const resign = (game, seat = 'black') => alice.put(`/v1/games/${game.id}/resignation`, { seat }, { expect: 200 });

/** A review that has ended. */
async function reviewed(game, strength) {
  await review(alice, game, strength);
  const { json } = await follow(api, reviewPath(game, strength));
  assert.equal(json.status, 'done');
  return json;
}

/** What a review says about a game agrees with itself and with our own replay. */
function agrees(json, moves, start) {
  const game = replay('', start);
  const sums = { black: { moves: 0, choices: 0, best: 0, lost: 0 }, white: { moves: 0, choices: 0, best: 0, lost: 0 } };
  assert.equal(json.moves.map(({ square }) => square).join(''), moves);
  for (const [index, each] of json.moves.entries()) {
    const choices = game.inCentre ? 0 : game.legal.length;
    assert.deepEqual(
      [each.ply, each.color, each.empties, each.choices],
      [index + 1, game.turn, game.discs.empty, choices],
    );
    assert.equal(each.confidence === 100, each.exact);
    if (each.best) {
      assert.equal(each.discs_lost, each.before - each.after);
      assert.equal(each.line[0], each.best);
      const line = replay('', { position: game.position });
      for (const square of each.line) line.play(square);
    } else assert.deepEqual([each.before, each.after, each.discs_lost, each.line], [null, null, null, []]);
    const sum = sums[each.color];
    sum.moves += 1;
    sum.choices += choices > 1;
    sum.best += choices > 1 && each.discs_lost === 0;
    sum.lost += each.discs_lost;
    game.play(each.square);
    assert.equal(each.passed, game.passed);
  }
  for (const [color, { moves: count, choices, best, lost }] of Object.entries(sums)) {
    const accuracy = choices ? Math.round((100 * best) / choices) : null;
    assert.deepEqual(json[color], { moves: count, choices, best, discs_lost: lost, accuracy });
  }
}

test('a game to the end: every move valued, the end exactly, sums that add up', async () => {
  const game = await playOut(long);
  const begun = await review(alice, game, 'quick', { expect: 202 });
  assert.equal(begun.headers.location, reviewPath(game));
  const { status, json } = await follow(api, reviewPath(game));
  assert.equal(status, 200);
  agrees(json, long);
  assert.deepEqual([json.progress.done, json.progress.total], [60, 60]);
  assert.ok(json.exact_from_empties >= 8, `exact from ${json.exact_from_empties}`);
  for (const each of json.moves) if (each.empties <= json.exact_from_empties) assert.equal(each.exact, true);
  for (const each of json.moves.filter(({ empties }) => empties <= 6)) {
    const position = replay(long.slice(0, 2 * (each.ply - 1)));
    assert.equal(each.before, solve(replay('', { position: position.position }), each.color), `ply ${each.ply}`);
    assert.equal(each.after, solve(position.play(each.square), each.color), `ply ${each.ply}`);
  }
});

test('passes belong to the move before them, and scores to the side that moved', async () => {
  const { moves } = ownGames().find((each) => each.passes > 1 && each.moves.length > 100);
  agrees(await reviewed(await playOut(moves)), moves);
});

test('the centre of the original opening is shown without values', async () => {
  const moves = `d4e4d5e5${replay('d4e4d5e5', { opening: 'original' }).legal[0].square}`;
  const game = await playOut(moves, { opening: 'original' });
  await resign(game);
  const json = await reviewed(game);
  agrees(json, moves, { opening: 'original' });
  assert.deepEqual([json.progress.total, json.moves[3].best, json.moves[3].choices], [1, null, 0]);
  assert.equal(json.moves[4].choices > 1, true);
});

test('a game that ended within the centre has nothing to think about: it is there at once', async () => {
  const game = await playOut('d4e4', { opening: 'original' });
  await resign(game);
  const { json } = await review(alice, game, 'quick', { expect: 200 });
  agrees(json, 'd4e4', { opening: 'original' });
  assert.deepEqual([json.status, json.progress.total, json.exact_from_empties], ['done', 0, null]);
});

test('a game from a position, against the AI, wiped out', async () => {
  const position = '---OX-----------------------------------------------------------  X'.replace('  ', ' ');
  const game = await newAgainst(alice, 'easy', { opening: 'position', position });
  const over = await playAll(alice, game, game.legal_moves[0].square);
  assert.equal(over.status, 'finished');
  const json = await reviewed(over);
  agrees(json, over.moves, { position });
  assert.deepEqual([json.moves[0].before, json.moves[0].after], [64, 64]);
});

test('a game has one review of each strength, whoever asks', async () => {
  const game = await playOut(long.slice(0, 12));
  await resign(game);
  await reviewed(game);
  const bob = await api.guest();
  const again = await review(bob, game, 'quick', { expect: 200 });
  assert.equal(again.headers['idempotent-replay'], 'true');
  isProblem(await api.get(reviewPath(game, 'standard')), 404, 'review-not-found');
  await review(bob, game, 'standard');
  const standard = await reviewed(game, 'standard');
  assert.deepEqual([standard.strength, standard.budget.nodes], ['standard', 1_000_000]);
  const unnamed = await alice.post(`/v1/games/${game.id}/review`, undefined, { expect: 200 });
  assert.equal(unnamed.json.strength, 'standard');
  assert.equal((await api.get(`/v1/games/${game.id}/review`)).json.strength, 'standard');
});

test('asked for at once by several, a review is begun by one', async () => {
  const bob = await api.guest();
  const games = await Promise.all(Array.from({ length: 12 }, () => playOut(long.slice(0, 4))));
  await Promise.all(games.map((game) => resign(game)));
  for (const game of games) {
    const all = await Promise.all([alice, bob, alice, bob, alice, bob].map((who) => review(who, game)));
    assert.equal(all.filter((each) => !each.headers['idempotent-replay']).length, 1);
    await reviewed(game);
  }
});

test('refused: of a game that is played, or was aborted, or that is not there', async () => {
  const played = await newLocal(alice);
  for (const answer of [await review(alice, played, 'quick', {}), await api.get(reviewPath(played))]) {
    isProblem(answer, 409, 'game-not-finished');
    assert.equal(answer.json.state.status, 'live');
  }
  await alice.put(`/v1/games/${played.id}/abort`, undefined, { expect: 200 });
  const aborted = await review(alice, played, 'quick', {});
  isProblem(aborted, 409, 'game-not-finished');
  assert.equal(aborted.json.state.status, 'aborted');
  isProblem(await review(alice, { id: nowhere }, 'quick', {}), 404, 'game-not-found');
  isProblem(await review(api, played, 'quick', {}), 401, 'token-missing');
  isProblem(await review(alice, played, 'brilliant', {}), 400, 'invalid-field', { pointer: '/strength' });
  isProblem(await api.get(reviewPath(played, 'own')), 400, 'invalid-query', { parameter: 'strength' });
});

test('reviews count among what a caller has under way', async () => {
  const carol = await api.guest();
  const { json: limits } = await api.get('/v1/limits', { expect: 200 });
  const begun = [];
  const endless = { transcript: 'f5', nodes: 250_000_000 };
  for (let i = 0; i < limits.background.open_max; i += 1) {
    begun.push(await carol.post('/v1/positions/analysis', endless, { expect: 202 }));
  }
  const game = await playOut(long.slice(0, 8));
  await resign(game);
  isProblem(await review(carol, game, 'quick', {}), 429, 'too-many-studies');
  for (const { json } of begun) await carol.delete(`/v1/analyses/${json.id}`, { expect: 204 });
  await reviewed(game);
});

test('one that failed goes on where it was when it is asked for again', async () => {
  const game = await playOut(long.slice(0, 60));
  await resign(game);
  const whole = await reviewed(game);
  await database.sql(
    `UPDATE studies SET status = 'failed', step = 20, stage = 0 WHERE id = '${game.id}';
     DELETE FROM study_steps WHERE id = '${game.id}' AND step >= 20`,
  );
  const { json: failed } = await api.get(reviewPath(game), { expect: 200 });
  assert.deepEqual([failed.status, failed.failure, failed.moves.length], ['failed', 'given-up', 20]);
  const again = await review(alice, game, 'quick', { expect: 202 });
  assert.equal(again.headers['idempotent-replay'], undefined);
  assert.deepEqual((await follow(api, reviewPath(game))).json.moves, whole.moves);
});

test('killed in the middle of a review: after the restart it goes on where it was', async () => {
  const game = await playOut(long);
  await review(alice, game, 'quick', { expect: 202 });
  const { json: seen } = await follow(api, reviewPath(game), ({ progress }) => progress.done >= 5);
  await service.kill();
  const steps = Number(await database.sql(`SELECT step FROM studies WHERE id = '${game.id}'`));
  assert.ok(steps >= seen.progress.done, 'what was shown is stored');
  service = await startService({ database });
  api.close();
  const { token } = alice;
  api = connect(service.url);
  alice = api.as(token);
  const { json } = await follow(api, reviewPath(game));
  assert.equal(json.status, 'done');
  agrees(json, long);
  assert.deepEqual(json.moves.slice(0, seen.moves.length), seen.moves);
  assert.equal(await metric(api, 'reversid_study_steps_total'), 60 - steps, 'nothing was done twice');
  assert.equal(await database.sql(`SELECT count(*) FROM study_steps WHERE id = '${game.id}'`), '60');
});

test('a service that stops gives its reviews back, and another goes on at once', async () => {
  const game = await playOut(long);
  const dying = await startService({ database });
  await review(connect(dying.url).as(alice.token), game, 'deep', { expect: 202 });
  await until('somebody works on it', async () => (await api.get(reviewPath(game, 'deep'))).json.status === 'running');
  await dying.stop();
  await follow(api, reviewPath(game, 'deep'), ({ status, progress }) => status === 'running' || progress.done > 0);
  await database.sql(`DELETE FROM studies WHERE id = '${game.id}'`);
  await until('it is noticed', async () => (await metric(api, 'reversid_ai_background')) === 0);
});

test('two services on one database: each step is done by one of them, once', async () => {
  const other = await startService({ database });
  const second = connect(other.url);
  try {
    const games = [];
    for (let i = 0; i < 8; i += 1) {
      games.push(await playOut(long.slice(0, 2 * (40 + i))));
      await resign(games[i]);
    }
    const before = await metric(api, 'reversid_study_steps_total');
    const clients = [alice, second.as(alice.token)];
    await Promise.all(games.map((game, index) => review(clients[index % 2], game)));
    for (const game of games) agrees((await follow(second, reviewPath(game))).json, game.moves);
    const done = (await metric(api, 'reversid_study_steps_total')) - before;
    const others = await metric(second, 'reversid_study_steps_total');
    assert.equal(done + others, games.reduce((sum, { ply }) => sum + ply, 0));
  } finally {
    second.close();
    await other.stop();
  }
});

test('who has lost the claim stops, and what it thought of is dropped', async () => {
  const game = await playOut(long.slice(0, 40));
  await resign(game);
  await review(alice, game, 'deep', { expect: 202 });
  await until('it is thought about', async () => (await metric(api, 'reversid_ai_background')) > 0);
  const cancelled = await metric(api, 'reversid_studies_cancelled_total');
  const dropped = await metric(api, 'reversid_study_results_dropped_total');
  // As if another replica had found the lease over and claimed it.
  await database.sql(
    `UPDATE studies SET claim = claim + 1, lease_until = now() + interval '1 hour' WHERE id = '${game.id}'`,
  );
  const step = await database.sql(`SELECT step FROM studies WHERE id = '${game.id}'`);
  await until('it is put down', async () => (await metric(api, 'reversid_ai_background')) === 0);
  const lost = async () =>
    (await metric(api, 'reversid_studies_cancelled_total')) -
    cancelled +
    (await metric(api, 'reversid_study_results_dropped_total')) -
    dropped;
  await until('it is counted', async () => (await lost()) > 0);
  assert.equal(await lost(), 1);
  assert.equal(await database.sql(`SELECT step FROM studies WHERE id = '${game.id}'`), step);
  await database.sql(`DELETE FROM studies WHERE id = '${game.id}'`);
});

test('a review comes back after an outage of its lease alone: it is claimed anew and ends', async () => {
  const game = await playOut(long.slice(0, 60));
  await resign(game);
  await review(alice, game);
  await database.sql(`UPDATE studies SET claim = claim + 1 WHERE id = '${game.id}' AND lease_until IS NOT NULL`);
  agrees((await follow(api, reviewPath(game))).json, game.moves);
});
