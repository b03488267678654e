// The stream of everything of one's own: a snapshot, then each change, whatever changed it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../support/client.mjs';
import { accept, block, cancel, challenge, decline, expire, nextEvent, seek, untilPaired, withdraw } from '../support/opponents.mjs';
import { isProblem, lasting, newAgainst, newLocal, play, read } from '../support/play.mjs';
import { serviceForTests, startService } from '../support/service.mjs';

const tests = serviceForTests();
const forms = ['text/event-stream', 'application/x-ndjson'];
const guests = (count) => Promise.all(Array.from({ length: count }, () => tests.api.guest()));
const watch = (client, options) => client.stream('/v1/events', options);

/** Opens the stream; it, and its first event. */
async function open(client, options) {
  const stream = await watch(client, options);
  const snapshot = await stream.next();
  assert.equal(snapshot.event, 'snapshot');
  return { stream, snapshot };
}

const named = (...names) => (event) => names.includes(event.event);

let seconds = 100;
const ownTerms = () => ({ clock: { kind: 'per_move', seconds: (seconds += 1) } });

for (const accepted of forms) {
  test(`${accepted}: first what is open, then each change with the whole thing`, async () => {
    const [ann, ben] = await guests(2);
    const local = await newLocal(ann);
    const over = await newLocal(ann);
    await ann.put(`/v1/games/${over.id}/resignation`, { seat: 'black' }, { expect: 200 });
    const made = await challenge(ben, { to: ann.player.id, clock: { kind: 'none' } });
    const gone = await challenge(ben, { to: ann.player.id });
    await decline(ann, gone, 'not-now', { expect: 200 });
    const sought = await seek(ann, ownTerms());
    const { stream, snapshot } = await open(ann, { accept: accepted });
    assert.match(stream.headers['content-type'], new RegExp(`^${accepted}`));
    assert.deepEqual(snapshot.games.map((each) => each.id), [local.id]);
    assert.deepEqual(snapshot.challenges.map((each) => each.id), [made.id]);
    assert.deepEqual(snapshot.seeks.map((each) => each.id), [sought.id]);
    assert.equal(snapshot.complete, true);
    const moved = await play(ann, local, local.legal_moves[0].square);
    const changed = await stream.next();
    assert.equal(changed.event, 'game.changed');
    assert.deepEqual(lasting(changed.game), lasting(moved));
    await withdraw(ann, sought, { expect: 204 });
    const withdrawn = await stream.next();
    assert.deepEqual([withdrawn.event, withdrawn.seek.id, withdrawn.seek.status], ['seek.withdrawn', sought.id, 'withdrawn']);
    const { json: game } = await accept(ann, made, { expect: 201 });
    const two = [await stream.next(), await stream.next()];
    const started = two.find(named('game.started'));
    assert.deepEqual(lasting(started.game), lasting(game));
    const taken = two.find(named('challenge.accepted'));
    assert.deepEqual([taken.challenge.game_id, taken.challenge.you], [game.id, 'invited']);
    await ben.put(`/v1/games/${game.id}/abort`, undefined, { expect: 200 });
    const finished = await stream.next();
    assert.deepEqual([finished.event, finished.game.status], ['game.finished', 'aborted']);
    stream.close();
  });
}

test('challenges: both sides hear of each that is made, declined, taken back or expired', async () => {
  const [ann, ben] = await guests(2);
  const streams = await Promise.all([open(ann), open(ben)]);
  const both = async (event, status, you) => {
    for (const [index, { stream }] of streams.entries()) {
      const seen = await nextEvent(stream, named(event));
      assert.deepEqual([seen.challenge.status, seen.challenge.you], [status, you[index]]);
    }
  };
  const sides = ['maker', 'invited'];
  const first = await challenge(ann, { to: ben.player.id });
  await both('challenge.created', 'open', sides);
  await decline(ben, first, 'clock', { expect: 200 });
  await both('challenge.declined', 'declined', sides);
  const second = await challenge(ann, { to: ben.player.id });
  await both('challenge.created', 'open', sides);
  await cancel(ann, second, { expect: 204 });
  await both('challenge.cancelled', 'cancelled', sides);
  const third = await challenge(ann, { to: ben.player.id });
  await both('challenge.created', 'open', sides);
  await expire(tests.database, 'challenges', third);
  await both('challenge.expired', 'expired', sides);
  for (const { stream } of streams) stream.close();
});

test('a match: it begins, each game counts, and it is decided', async () => {
  const [ann, ben] = await guests(2);
  const { stream } = await open(ann);
  const made = await challenge(ann, { wins_needed: 3, clock: { kind: 'none' } });
  const { json: game } = await accept(ben, made, { expect: 201 });
  const begun = await nextEvent(stream, named('match.started'));
  assert.deepEqual([begun.match.id, begun.match.version, begun.match.status], [made.id, 1, 'live']);
  let id = game.id;
  for (let wins = 1; wins <= 3; wins += 1) {
    const { json: ended } = await ben.put(`/v1/games/${id}/resignation`, undefined, { expect: 200 });
    const { match } = await nextEvent(stream, named('match.changed', 'match.finished'));
    assert.deepEqual([match.version, match.status], [wins + 1, wins < 3 ? 'live' : 'finished']);
    assert.equal(match.sides.find((each) => each.you).wins, wins);
    id = ended.match.next_game_id;
    if (wins > 1) continue;
    const { stream: later, snapshot } = await open(ben);
    assert.deepEqual(snapshot.matches.map((each) => [each.id, each.version]), [[made.id, 2]]);
    assert.deepEqual(snapshot.games.map((each) => each.id), [id]);
    later.close();
  }
  stream.close();
});

test('a blocked player’s challenges do not show', async () => {
  const [ann, ben] = await guests(2);
  await challenge(ben, { to: ann.player.id });
  await block(ann, ben, { expect: 200 });
  const { stream, snapshot } = await open(ann);
  assert.deepEqual(snapshot.challenges, []);
  stream.close();
});

test('seeks: while the stream is open they stay alive, and the one who waits hears of the game', async () => {
  const [ann, ben] = await guests(2);
  const terms = ownTerms();
  const made = await seek(ann, terms);
  await tests.database.sql(`UPDATE seeks SET alive_until = now() + interval '9 seconds' WHERE id = '${made.id}'`);
  const { stream } = await open(ann);
  const left = await tests.database.sql(`SELECT alive_until > now() + interval '50 seconds' FROM seeks WHERE id = '${made.id}'`);
  assert.equal(left, 't');
  const id = await untilPaired(ben, await seek(ben, terms));
  const paired = await nextEvent(stream, named('seek.paired'));
  assert.deepEqual([paired.seek.id, paired.seek.game_id, paired.seek.you], [made.id, id, true]);
  const started = await nextEvent(stream, named('game.started'));
  assert.equal(started.game.id, id);
  stream.close();
  const late = await seek(ann, ownTerms());
  const { stream: other } = await open(ann);
  await expire(tests.database, 'seeks', late);
  const expired = await nextEvent(other, named('seek.expired'));
  assert.deepEqual([expired.seek.id, expired.seek.status], [late.id, 'expired']);
  other.close();
});

test('the AI’s moves come too', async () => {
  const [ann] = await guests(1);
  const { stream } = await open(ann);
  const game = await newAgainst(ann, 'easy', { color: 'white' });
  const moved = await nextEvent(stream, (event) => event.game?.ply === 1);
  assert.deepEqual([moved.game.id, moved.game.turn], [game.id, 'white']);
  stream.close();
});

test('what happens at another replica shows within seconds', async () => {
  const second = await startService({ database: tests.database });
  const there = connect(second.url);
  try {
    const [ann, ben] = await guests(2);
    const { stream } = await open(ann);
    const made = await challenge(there.as(ben.token), { to: ann.player.id });
    const seen = await nextEvent(stream, named('challenge.created'));
    assert.equal(seen.challenge.id, made.id);
    stream.close();
  } finally {
    there.close();
    await second.stop();
  }
});

test('many changes at once: the last of each thing is seen', async () => {
  const [ann] = await guests(1);
  const { stream } = await open(ann);
  const games = await Promise.all(Array.from({ length: 30 }, () => newLocal(ann)));
  await Promise.all(
    games.map(async (game) => {
      let now = game;
      for (let count = 0; count < 10; count += 1) now = await play(ann, now, now.legal_moves[0].square);
      await ann.put(`/v1/games/${now.id}/resignation`, { seat: 'white' }, { expect: 200 });
    }),
  );
  const latest = new Map();
  while ([...latest.values()].filter((each) => each.status === 'finished').length < games.length) {
    const { game } = await stream.next();
    assert.ok(game.version > (latest.get(game.id)?.version ?? 0), 'each event is news');
    latest.set(game.id, game);
  }
  for (const game of games) assert.deepEqual(lasting(latest.get(game.id)), lasting(await read(ann, game)));
  stream.close();
});

test('a token that is revoked ends the stream', async () => {
  const [ann] = await guests(1);
  const { stream } = await open(ann);
  await tests.database.sql(`DELETE FROM tokens WHERE player_id = '${ann.player.id}'`);
  assert.equal(await stream.next(), undefined);
});

test('refused: without a token, for another media type', async () => {
  for (const [client, options, status, code] of [
    [tests.api, {}, 401, 'token-missing'],
    [tests.alice, { accept: 'application/json' }, 406, 'not-acceptable'],
  ]) {
    await assert.rejects(watch(client, options), (reason) => {
      isProblem(reason.answer, status, code);
      return true;
    });
  }
});
