// Chips: stakes of matches between people, rewards against the AI, and books that agree whatever runs at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accept, challenge, nextEvent, seek, withdraw } from '../support/opponents.mjs';
import { letPass } from '../support/people.mjs';
import { isProblem, newAgainst, play, read, until } from '../support/play.mjs';
import { account, accounts, booksAgree, chipKinds, clock, draw, newAgreed, playPlies, resign, storedChips, storedRating, winAgainst } from '../support/rated.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests({ google: true });
const chips = (client) => storedChips(tests.database, client);
const staked = (black, white, more) => newAgreed(black, white, { staked: true, ...more });
/** One that chance decides: with a given seed it would earn nothing. */
const rewarded = (client, level, more) => newAgainst(client, level, { seed: undefined, ...more });
const leave = (client, { match }) => client.put(`/v1/matches/${match.id}/leave`, undefined, { expect: 200 });

test('stake and penalty are put aside when the game begins, and the winner gets the other one’s stake', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const game = await staked(ann, ben);
  assert.equal(game.staked, true);
  for (const one of [ann, ben]) assert.deepEqual(await chips(one), [940, 60]);
  await resign(ben, await playPlies(game, ann, ben, 4));
  assert.deepEqual([await chips(ann), await chips(ben)], [[1050, 0], [950, 0]]);
  assert.deepEqual(await chipKinds(tests.database, ann), ['start', 'stake', 'penalty', 'won', 'penalty-returned']);
  assert.deepEqual(await chipKinds(tests.database, ben), ['start', 'stake', 'penalty', 'lost', 'penalty-returned']);
  await booksAgree(tests.database);
});

test('a draw, an abort, and a loss by time before it has begun return everything', async () => {
  const [ann, ben] = await accounts(tests, 2);
  await draw(ann, ben, await staked(ann, ben));
  const aborted = await staked(ann, ben);
  await ben.put(`/v1/games/${aborted.id}/abort`, undefined, { expect: 200 });
  const short = await playPlies(await staked(ann, ben), ann, ben, 2);
  await letPass(tests.database, short, 600_000);
  assert.equal((await read(ann, short)).result.reason, 'timeout');
  for (const one of [ann, ben]) assert.deepEqual(await chips(one), [1000, 0]);
  await booksAgree(tests.database);
});

test('a match whose first game one side lets pass before it has begun is over, and everything is returned', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const over = async (game, played) => {
    await letPass(tests.database, await playPlies(game, ann, ben, played), 600_000);
    const ended = await read(ann, game);
    const { json: match } = await ann.get(`/v1/matches/${game.match.id}`, { expect: 200 });
    const sides = match.sides.map(({ won }) => won);
    return [ended.result.reason, ended.match.next_game_id, match.status, match.reason, sides];
  };
  for (const [rated, played, won] of [[false, 0, [false, true]], [true, 3, [true, false]]]) {
    const game = await staked(ann, ben, { wins_needed: 3, rated });
    assert.deepEqual(await over(game, played), ['timeout', null, 'finished', 'abandoned', won]);
    for (const one of [ann, ben]) assert.deepEqual(await chips(one), [1000, 0]);
    isProblem(await ann.put(`/v1/matches/${game.match.id}/leave`), 409, 'match-over');
  }
  assert.equal(await storedRating(tests.database, ann), undefined);
  const begun = await staked(ann, ben, { wins_needed: 3 });
  const second = (await resign(ann, await playPlies(begun, ann, ben, 4))).match.next_game_id;
  await letPass(tests.database, { id: second }, 600_000);
  assert.ok((await read(ann, { id: second })).match.next_game_id, 'a later game is lost as any other');
  await booksAgree(tests.database);
});

test('a match moves its stake once, when it is decided; resigning games costs games only', async () => {
  const [ann, ben] = await accounts(tests, 2);
  let game = await staked(ann, ben, { wins_needed: 3 });
  assert.deepEqual(await chips(ann), [820, 180]);
  const { json: match } = await ann.get(`/v1/matches/${game.match.id}`, { expect: 200 });
  assert.deepEqual([match.staked, match.stake, match.rated, match.unrated_reason], [true, 150, false, 'casual']);
  for (let number = 1; number <= 3; number += 1) {
    const ended = await resign(ann, game);
    assert.equal(ended.staked, true);
    if (number < 3) {
      assert.deepEqual(await chips(ben), [820, 180]);
      game = await read(ann, { id: ended.match.next_game_id });
    }
  }
  assert.deepEqual([await chips(ann), await chips(ben)], [[850, 0], [1150, 0]]);
  isProblem(await ann.put(`/v1/matches/${game.match.id}/leave`), 409, 'match-over');
  assert.deepEqual(await chips(ann), [850, 0]);
  await booksAgree(tests.database);
});

test('a draw inside a match moves nothing', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const drawn = await draw(ann, ben, await staked(ann, ben, { wins_needed: 1, rated: true }));
  assert.deepEqual([drawn.match.winner, drawn.rating_change.black], [null, { before: 1200, after: 1200 }]);
  for (const one of [ann, ben]) assert.deepEqual(await chips(one), [940, 60]);
  await resign(ann, { id: drawn.match.next_game_id });
  assert.deepEqual([await chips(ann), await chips(ben)], [[950, 0], [1050, 0]]);
  await booksAgree(tests.database);
});

test('whoever deletes the account loses what is being played: chips, and points, but has no rank', async () => {
  const [ann, ben] = [await account(tests), await tests.signIn()];
  for (let number = 1; number <= 9; number += 1) await draw(ann, ben, await newAgreed(ann, ben, { rated: true }));
  const game = await playPlies(await staked(ann, ben, { rated: true }), ann, ben, 4);
  await ben.delete('/v1/account', { expect: 202 });
  await until('the game is over', async () => (await read(ann, game)).status === 'finished');
  const ended = await read(ann, game);
  assert.deepEqual([ended.result.reason, ended.rating_change.black], ['resignation', { before: 1200, after: 1220 }]);
  assert.deepEqual([await chips(ann), await chips(ben)], [[1050, 0], [950, 0]]);
  assert.deepEqual(await storedRating(tests.database, ann), [1220000, 10, 1, 9, 0]);
  assert.deepEqual(await storedRating(tests.database, ben), [1180000, 10, 0, 9, 1]);
  const ranked = ({ player }) => tests.database.sql(`SELECT ranked FROM ratings WHERE player_id = '${player.id}'`);
  assert.deepEqual([await ranked(ann), await ranked(ben)], ['t', 'f']);
  await booksAgree(tests.database);
});

test('an abort and a resignation at once return the stakes or move them, not both', async () => {
  const [ann, ben] = await accounts(tests, 2);
  let resigned = 0;
  for (let number = 0; number < 10; number += 1) {
    const game = await staked(ann, ben);
    const abort = () => ann.put(`/v1/games/${game.id}/abort`);
    const giveUp = () => ben.put(`/v1/games/${game.id}/resignation`);
    await Promise.all(number % 2 ? [abort(), giveUp()] : [giveUp(), abort()]);
    resigned += (await read(ann, game)).status === 'finished';
    assert.deepEqual(await chips(ann), [1000 + 50 * resigned, 0]);
    assert.deepEqual(await chips(ben), [1000 - 50 * resigned, 0]);
  }
  await booksAgree(tests.database);
});

test('a draw accepted, a resignation, the deadline and leaving the match at once: one of them ends the game', async () => {
  const seen = new Set();
  for (let number = 0; number < 12; number += 1) {
    const [ann, ben] = await accounts(tests, 2);
    const game = await playPlies(await staked(ann, ben, { rated: true, wins_needed: 1 }), ann, ben, 4);
    await ann.put(`/v1/games/${game.id}/draw-offer`, undefined, { expect: 200 });
    const ways = [
      () => ben.put(`/v1/games/${game.id}/draw-offer/acceptance`),
      () => ben.put(`/v1/games/${game.id}/resignation`),
      () => letPass(tests.database, game, 600_000),
      () => ann.put(`/v1/matches/${game.match.id}/leave`),
      () => ben.put(`/v1/matches/${game.match.id}/leave`),
    ];
    const turned = [...ways.slice(number % ways.length), ...ways.slice(0, number % ways.length)];
    const answers = await Promise.all(turned.map((way) => way()));
    for (const { status } of answers.filter(({ status }) => status !== undefined)) assert.ok([200, 409].includes(status), String(status));
    await until('the game is over', async () => (await read(ann, game)).status === 'finished');
    const { result, rating_change: change, match } = await read(ben, game);
    seen.add(result.reason);
    assert.equal(result.winner === null, result.reason === 'agreement');
    assert.ok(change.black.after - change.black.before === change.white.before - change.white.after);
    if (match.next_game_id === null) {
      for (const one of [ann, ben]) assert.equal((await storedRating(tests.database, one))[1], 1);
      const [[first], [second]] = [await chips(ann), await chips(ben)];
      assert.deepEqual([first + second, Math.abs(first - second)], result.reason === 'abandoned' ? [1990, 110] : [2000, 100]);
    }
    await booksAgree(tests.database);
  }
  assert.ok(seen.size > 1, [...seen].join());
});

test('leaving a match costs the stake and a penalty, which nobody gets; before it has begun it is free', async () => {
  const [ann, ben] = await accounts(tests, 2);
  await leave(ann, await staked(ann, ben, { wins_needed: 5 }));
  assert.deepEqual(await chips(ann), [1000, 0]);
  const game = await staked(ann, ben, { wins_needed: 5 });
  assert.deepEqual(await chips(ann), [640, 360]);
  await leave(ben, await playPlies(game, ann, ben, 4));
  assert.deepEqual([await chips(ann), await chips(ben)], [[1300, 0], [640, 0]]);
  assert.equal((await chipKinds(tests.database, ben)).at(-1), 'penalty-destroyed');
  await booksAgree(tests.database);
});

test('whoever misses three turns running has left, and pays for it', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const left = async (came) => {
    let game = await playPlies(await staked(ann, ben, { clock: { ...clock, on_timeout: 'autoplay' } }), ann, ben, came);
    for (let miss = 1; miss <= 3; miss += 1) {
      await letPass(tests.database, game, 600_000);
      game = await read(ben, game);
      if (miss < 3) game = await play(ben, game, game.legal_moves[0].square);
    }
    assert.equal(game.result.reason, 'abandoned');
    return [await chips(ann), await chips(ben)];
  };
  assert.deepEqual(await left(2), [[1000, 0], [1000, 0]], 'the server placed two of three discs');
  assert.deepEqual(await left(4), [[940, 0], [1050, 0]]);
  await booksAgree(tests.database);
});

test('a journal’s first entry has the same time before and after it is stored, in the export too', async () => {
  const [ann, ben] = [await tests.signIn(), await account(tests)];
  const first = async () => {
    const { items } = (await ann.get('/v1/chips/ledger', { expect: 200 })).json;
    const { chip_entries: taken } = (await ann.get('/v1/account/export', { expect: 200 })).json;
    assert.deepEqual(taken, items);
    return items.at(-1);
  };
  const before = await first();
  assert.deepEqual([before.kind, before.at], ['start', (await ann.get('/v1/account')).json.created_at]);
  await staked(ann, ben);
  assert.deepEqual(await chipKinds(tests.database, ann), ['start', 'stake', 'penalty']);
  assert.deepEqual(await first(), before);
});

test('chips and what became of them are shown to their owner; guests have none', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const read = async (path, query) => (await ann.get(path, { query, expect: 200 })).json;
  assert.deepEqual(await read('/v1/chips'), { balance: 1000, aside: 0, can_earn_today: 500 });
  const [start] = (await read('/v1/chips/ledger')).items;
  assert.deepEqual([start.seq, start.kind, start.amount, start.balance, start.game_id], [1, 'start', 1000, 1000, null]);
  const game = await staked(ann, ben);
  assert.deepEqual(await read('/v1/chips'), { balance: 940, aside: 60, can_earn_today: 500 });
  const { items, next_cursor: cursor } = await read('/v1/chips/ledger', { limit: 2 });
  assert.deepEqual(items.map(({ kind, amount, aside, balance }) => [kind, amount, aside, balance]), [['penalty', -10, 10, 940], ['stake', -50, 50, 950]]);
  assert.equal(items[0].game_id, game.id);
  const rest = await read('/v1/chips/ledger', { limit: 2, cursor });
  assert.deepEqual([rest.items.map(({ kind }) => kind), rest.next_cursor], [['start'], null]);
  await resign(ben, game);
  await winAgainst(ann, tests.database, await rewarded(ann, 'hard'));
  assert.deepEqual(await read('/v1/chips'), { balance: 1090, aside: 0, can_earn_today: 460 });
  const guest = await tests.api.guest();
  isProblem(await guest.get('/v1/chips'), 403, 'account-needed');
  isProblem(await guest.get('/v1/chips/ledger'), 403, 'account-needed');
});

test('guests cannot play for chips, and a stake needs a clock', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const guest = await tests.api.guest();
  isProblem(await guest.post('/v1/challenges', { staked: true }), 403, 'account-needed');
  isProblem(await guest.post('/v1/seeks', { staked: true }), 403, 'account-needed');
  isProblem(await ann.post('/v1/challenges', { staked: true, to: guest.player.id }), 403, 'account-needed');
  const invitation = await challenge(ann, { staked: true });
  assert.equal(invitation.staked, true);
  isProblem(await accept(guest, invitation), 403, 'account-needed');
  isProblem(await ann.post('/v1/seeks', { staked: true, clock: { kind: 'none' } }), 400, 'invalid-field', { pointer: '/staked' });
  const { json: game } = await accept(ben, invitation, { expect: 201 });
  assert.equal(game.staked, true);
});

test('nobody stakes more than there is, however many games begin at once', async () => {
  const ann = await account(tests);
  const others = await accounts(tests, 8);
  const invitations = [];
  for (const other of others) invitations.push(await challenge(other, { staked: true, wins_needed: 3, to: ann.player.id }));
  const answers = await Promise.all(invitations.map((each) => accept(ann, each)));
  const begun = answers.filter(({ status }) => status === 201);
  assert.equal(begun.length, 5, 'five times 180');
  for (const answer of answers.filter(({ status }) => status !== 201)) isProblem(answer, 403, 'chips-short');
  assert.deepEqual(await chips(ann), [100, 900]);
  isProblem(await ann.post('/v1/challenges', { staked: true, wins_needed: 5 }), 403, 'chips-short');
  isProblem(await ann.post('/v1/seeks', { staked: true, wins_needed: 5 }), 403, 'chips-short');
  await booksAgree(tests.database);
});

test('seeks for chips are paired with each other only, and whose player is short of them meanwhile is withdrawn', async () => {
  const [ann, ben, cho] = await accounts(tests, 3);
  const terms = { clock: { kind: 'per_move', seconds: 291 }, staked: true, wins_needed: 5 };
  const short = await seek(ann, terms);
  await challenge(ann, { staked: true, wins_needed: 5, to: cho.player.id }).then((made) => accept(cho, made, { expect: 201 }));
  await challenge(ann, { staked: true, wins_needed: 5, to: cho.player.id }).then((made) => accept(cho, made, { expect: 201 }));
  assert.equal((await seek(ben, { ...terms, staked: false })).status, 'open');
  const waiting = await seek(ben, terms);
  assert.equal(waiting.status, 'open');
  const other = await account(tests);
  assert.equal((await seek(other, terms)).status, 'paired');
  const gone = await ann.get(`/v1/seeks/${short.id}`);
  isProblem(gone, 410, 'seek-gone');
  isShort(gone.json.state);
  await booksAgree(tests.database);
});

/** Makes a player unable to pay for a match to five wins: two of them begin. */
async function spend(client) {
  const other = await account(tests);
  for (let i = 0; i < 2; i += 1) await staked(client, other, { wins_needed: 5 });
}

/** What becomes of a seek that nobody fits and that its player can no longer pay for. */
function isShort({ status, withdrawn_reason: reason, version, game_id: game }) {
  assert.deepEqual([status, reason, version, game], ['withdrawn', 'chips-short', 2, null]);
}

const dear = (more) => ({ clock: { kind: 'per_move', seconds: 290 }, staked: true, wins_needed: 5, ...more });

test('a seek that can no longer be paid for ends when its player asks for it, who is told why', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const made = await seek(ann, dear());
  const cheap = await seek(ann, dear({ wins_needed: 1 }));
  await spend(ann);
  const before = await chips(ann);
  const answer = await ann.get(`/v1/seeks/${made.id}`);
  isProblem(answer, 410, 'seek-gone');
  assert.match(answer.json.detail, /not enough chips/);
  isShort(answer.json.state);
  assert.equal((await ann.get(`/v1/seeks/${cheap.id}`, { expect: 200 })).json.status, 'open');
  assert.deepEqual(await chips(ann), before);
  const vain = await seek(ben, dear());
  assert.equal(vain.status, 'open');
  await withdraw(ben, vain, { expect: 204 });
  await booksAgree(tests.database);
});

test('the same where the stream of everything asks for it', async () => {
  const ann = await account(tests);
  const made = await seek(ann, dear());
  await spend(ann);
  const stream = await ann.stream('/v1/events');
  const { seek: ended } = await nextEvent(stream, ({ event }) => event === 'seek.withdrawn');
  stream.close();
  assert.equal(ended.id, made.id);
  isShort(ended);
});

test('nobody asks for it, and there are many: a job ends those that can no longer be paid for, no others', async () => {
  const people = await accounts(tests, 40);
  const terms = (index) => dear({ clock: { kind: 'correspondence', days: 14 }, opening: index % 2 ? 'xot' : 'original', color: 'black' });
  const made = [];
  for (const [index, client] of people.entries()) made.push(await seek(client, terms(index)));
  for (const index of [0, 39]) await spend(people[index]);
  const statusOf = ({ id }) => tests.database.sql(`SELECT status, withdrawn_reason FROM seeks WHERE id = '${id}'`);
  for (const index of [0, 39])
    await until('the job has found it', async () => (await statusOf(made[index])) === 'withdrawn|chips-short');
  const ids = made.map(({ id }) => `'${id}'`).join();
  assert.equal(await tests.database.sql(`SELECT count(*) FROM seeks WHERE status = 'open' AND id IN (${ids})`), '38');
  const gone = await people[39].get(`/v1/seeks/${made[39].id}`);
  isProblem(gone, 410, 'seek-gone');
  isShort(gone.json.state);
  for (const [index, client] of people.entries()) await withdraw(client, made[index], { expect: 204 });
  await booksAgree(tests.database);
});

test('a rematch is for chips as well, as long as both have them', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const game = await resign(ann, await playPlies(await staked(ann, ben), ann, ben, 4));
  await ann.put(`/v1/games/${game.id}/rematch`, undefined, { expect: 200 });
  const { json: rematch } = await ben.put(`/v1/games/${game.id}/rematch`, undefined, { expect: 201 });
  assert.equal(rematch.staked, true);
  assert.deepEqual([await chips(ann), await chips(ben)], [[890, 60], [990, 60]]);
  const ended = await resign(ann, rematch);
  const cho = await account(tests);
  for (const winsNeeded of [5, 5, 3]) await staked(ann, cho, { wins_needed: winsNeeded });
  assert.deepEqual(await chips(ann), [0, 900]);
  isProblem(await ann.put(`/v1/games/${ended.id}/rematch`), 403, 'chips-short');
  await ben.put(`/v1/games/${ended.id}/rematch`, undefined, { expect: 200 });
  isProblem(await ann.put(`/v1/games/${ended.id}/rematch`), 403, 'chips-short');
  await booksAgree(tests.database);
});

test('winning against the AI earns chips by level and length', async () => {
  const ann = await account(tests);
  const win = async (level, more) => winAgainst(ann, tests.database, await rewarded(ann, level, more));
  await win('easy');
  assert.deepEqual(await chips(ann), [1005, 0]);
  await win('medium');
  assert.deepEqual(await chips(ann), [1020, 0]);
  await win('hard', { wins_needed: 1 });
  assert.deepEqual(await chips(ann), [1060, 0]);
  assert.deepEqual(await chipKinds(tests.database, ann), ['start', 'reward', 'reward', 'reward']);
  const guest = await tests.api.guest();
  await winAgainst(guest, tests.database, await rewarded(guest, 'hard'));
  assert.deepEqual(await chipKinds(tests.database, guest), []);
  await booksAgree(tests.database);
});

test('a match against the AI earns once, when it is won, unless somebody helped in one of its games', async () => {
  const winMatch = async (client, helpIn) => {
    let game = await rewarded(client, 'medium', { wins_needed: 3 });
    for (let number = 1; number <= 3; number += 1) {
      if (number === helpIn) await tests.database.sql(`UPDATE games SET hints = 1 WHERE id = '${game.id}'`);
      if (game.players.black.kind === 'ai') {
        await tests.database.sql(`
          UPDATE games SET black_kind = white_kind, black_player = white_player, black_name = white_name, black_level = NULL,
                           white_kind = 'ai', white_player = NULL, white_name = NULL, white_level = 'medium',
                           black_rating = white_rating, white_rating = NULL,
                           black_wins = white_wins, white_wins = black_wins, turn = 'black', ai_lease_until = NULL,
                           moves = '', move_by = '', used_ms = '{}', version = version + 1 WHERE id = '${game.id}'`);
      }
      const won = await winAgainst(client, tests.database, game);
      if (won.match.next_game_id) game = await read(client, { id: won.match.next_game_id });
      else return won;
    }
    return game;
  };
  const [ann, ben] = await accounts(tests, 2);
  await winMatch(ann);
  assert.deepEqual(await chips(ann), [1030, 0]);
  await winMatch(ben, 1);
  assert.deepEqual(await chips(ben), [1000, 0]);
});

test('what follows a game with a given seed earns nothing either; a rematch of one with a hint does', async () => {
  const ann = await account(tests);
  const reasons = async (game) => {
    const seen = [];
    for (let now = game; ; ) {
      seen.push(now.unrewarded_reason);
      const ended = await resign(ann, now);
      if (!ended.match.next_game_id) return [seen, ended];
      now = await read(ann, { id: ended.match.next_game_id });
    }
  };
  const [seen, ended] = await reasons(await newAgainst(ann, 'easy', { seed: 7, wins_needed: 3 }));
  assert.deepEqual(seen, ['seed', 'seed', 'seed']);
  const rematch = (game) => ann.put(`/v1/games/${game.id}/rematch`, undefined, { expect: 201 });
  assert.equal((await rematch(ended)).json.unrewarded_reason, 'seed');
  const hinted = await rewarded(ann, 'easy', { wins_needed: 3 });
  await ann.post(`/v1/games/${hinted.id}/hint`, { nodes: 100 }, { expect: 200 });
  const [helped, last] = await reasons(await read(ann, hinted));
  assert.deepEqual(helped, ['hint', 'earlier-game', 'earlier-game']);
  assert.equal((await rematch(last)).json.unrewarded_reason, null);
});

test('undo, hints, given positions and given seeds earn nothing, and a day has an end', async () => {
  const ann = await account(tests);
  const changes = {
    undo: 'branch = 1',
    hint: 'hints = 1',
    'earlier-game': 'helped = true',
    position: `opening = 'position', start_position = '${'-'.repeat(27)}OX------XO${'-'.repeat(27)} X'`,
  };
  for (const [reason, change] of Object.entries(changes)) {
    const game = await rewarded(ann, 'hard');
    assert.equal(game.unrewarded_reason, null);
    await tests.database.sql(`UPDATE games SET ${change} WHERE id = '${game.id}'`);
    assert.equal((await winAgainst(ann, tests.database, game)).unrewarded_reason, reason);
    assert.deepEqual(await chips(ann), [1000, 0], reason);
  }
  const seeded = await winAgainst(ann, tests.database, await newAgainst(ann, 'hard', { seed: 7 }));
  assert.equal(seeded.unrewarded_reason, 'seed');
  assert.deepEqual(await chips(ann), [1000, 0]);
  await winAgainst(ann, tests.database, await rewarded(ann, 'hard'));
  await tests.database.sql(`UPDATE chips SET earned = 490 WHERE player_id = '${ann.player.id}'`);
  await winAgainst(ann, tests.database, await rewarded(ann, 'hard'));
  assert.deepEqual(await chips(ann), [1050, 0], 'ten were left of the day’s 500');
  await winAgainst(ann, tests.database, await rewarded(ann, 'hard'));
  assert.deepEqual(await chips(ann), [1050, 0]);
  await tests.database.sql(`UPDATE chips SET earned_day = earned_day - 1 WHERE player_id = '${ann.player.id}'`);
  await winAgainst(ann, tests.database, await rewarded(ann, 'hard'));
  assert.deepEqual(await chips(ann), [1090, 0], 'a new day');
  await booksAgree(tests.database);
});
