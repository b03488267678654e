// Rated games: which are, what they do to the ratings, and that each is rated once, whatever happens at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../support/client.mjs';
import { accept, challenge, seek } from '../support/opponents.mjs';
import { letPass, mover } from '../support/people.mjs';
import { isProblem, read, until } from '../support/play.mjs';
import { account, accounts, booksAgree, clock, draw, newAgreed, newRated, playPlies, resign, signUp, storedRating } from '../support/rated.mjs';
import { serviceForTests, startService } from '../support/service.mjs';

const tests = serviceForTests();

test('a rated game shows ratings when it begins, and what it did to them when it ends', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const game = await newRated(ann, ben);
  assert.deepEqual([game.rated, game.unrated_reason, game.rating_change, game.staked], [true, null, null, false]);
  assert.deepEqual([game.players.black.rating, game.players.white.rating], [1200, 1200]);
  await playPlies(game, ann, ben, 4);
  const ended = await resign(ben, game);
  const change = { black: { before: 1200, after: 1220 }, white: { before: 1200, after: 1180 } };
  assert.deepEqual([ended.rated, ended.unrated_reason, ended.rating_change], [true, null, change]);
  assert.deepEqual(await storedRating(tests.database, ann), [1220000, 1, 1, 0, 0]);
  assert.deepEqual(await storedRating(tests.database, ben), [1180000, 1, 0, 0, 1]);
  const next = await newRated(ben, ann);
  assert.deepEqual([next.players.black.rating, next.players.white.rating], [1180, 1220]);
  const drawn = await draw(ben, ann, next);
  assert.deepEqual(drawn.rating_change, { black: { before: 1180, after: 1182 }, white: { before: 1220, after: 1218 } });
  await booksAgree(tests.database);
});

test('a rated game is public, whatever was asked for; one that guests cannot have rated is as it was asked for', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const guest = await tests.api.guest();
  const terms = { rated: true, visibility: 'unlisted', clock };
  const made = await challenge(ann, terms);
  assert.equal(made.visibility, 'public');
  assert.equal((await accept(guest, made, { expect: 201 })).json.visibility, 'unlisted');
  const { json: game } = await accept(ben, await challenge(ann, terms), { expect: 201 });
  assert.deepEqual([game.rated, game.visibility], [true, 'public']);
  assert.equal((await newAgreed(ann, ben, { visibility: 'unlisted' })).visibility, 'unlisted');
  const wish = { ...terms, clock: { kind: 'per_move', seconds: 283 } };
  assert.equal((await seek(ann, wish)).visibility, 'public');
  const { game_id: id } = await seek(ben, wish);
  assert.equal((await read(ben, { id })).visibility, 'public');
  const { items } = (await tests.api.get(`/v1/players/${ann.player.id}/games`, { expect: 200 })).json;
  assert.deepEqual(items.map((each) => each.id), [id, game.id]);
});

test('days and seconds a move are rated apart', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const game = await newRated(ann, ben, { clock: { kind: 'correspondence', days: 3 } });
  await playPlies(game, ann, ben, 4);
  await resign(ann, game);
  assert.equal(await storedRating(tests.database, ann), undefined);
  assert.deepEqual(await storedRating(tests.database, ann, 'correspondence'), [1180000, 1, 0, 0, 1]);
});

test('what speaks against rating a game is said, and it is not rated', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const guest = await tests.api.guest();
  const cases = [
    [ben, { rated: false }, 'casual'],
    [ben, { rated: true, opening: 'xot' }, 'opening'],
    [ben, { rated: true, opening: 'original' }, 'opening'],
    [ben, { rated: true, opening: 'position', position: `${'-'.repeat(27)}OX------XO${'-'.repeat(27)} X` }, 'opening'],
    [guest, { rated: true, opening: 'xot' }, 'opening'],
    [ben, { rated: true, clock: { kind: 'none' } }, 'no-clock'],
    [ben, { rated: true, clock: { ...clock, on_timeout: 'autoplay' } }, 'autoplay'],
    [guest, { rated: true, clock }, 'guest'],
  ];
  for (const [other, terms, reason] of cases) {
    const made = await challenge(ann, { to: other.player.id, ...terms });
    assert.deepEqual([made.rated, made.unrated_reason], [false, reason]);
    const { json: game } = await accept(other, made, { expect: 201 });
    assert.deepEqual([game.rated, game.unrated_reason, game.rating_change], [false, reason, null]);
    const ended = await resign(ann, game);
    assert.deepEqual([ended.rated, ended.unrated_reason, ended.rating_change], [false, reason, null]);
  }
  assert.equal(await storedRating(tests.database, ann), undefined);
});

test('an invitation to a rated game that a guest accepts is not rated', async () => {
  const ann = await account(tests);
  const guest = await tests.api.guest();
  const invitation = await challenge(ann, { rated: true });
  assert.equal(invitation.rated, true);
  const { json: game } = await accept(guest, invitation, { expect: 201 });
  assert.deepEqual([game.rated, game.unrated_reason], [false, 'guest']);
});

test('a guest who has signed in by the time that the game begins plays it for ratings', async () => {
  const [ann, maker, named, rival] = [await account(tests), ...(await Promise.all([1, 2, 3].map(() => tests.api.guest())))];
  const invitation = await challenge(maker, { rated: true });
  assert.deepEqual([invitation.rated, invitation.unrated_reason], [false, 'guest']);
  await signUp(tests, maker);
  const { json: invited } = await accept(ann, invitation, { expect: 201 });
  assert.deepEqual([invited.rated, invited.unrated_reason], [true, null]);
  const made = await challenge(ann, { rated: true, to: named.player.id });
  await signUp(tests, named);
  assert.equal((await accept(named, made, { expect: 201 })).json.rated, true);
  let game = (await accept(rival, await challenge(ann, { rated: true }), { expect: 201 })).json;
  const again = async () => {
    const ended = await resign(ann, game);
    await rival.put(`/v1/games/${ended.id}/rematch`, undefined, { expect: 200 });
    game = (await ann.put(`/v1/games/${ended.id}/rematch`, undefined, { expect: 201 })).json;
    return [game.rated, game.unrated_reason];
  };
  assert.deepEqual(await again(), [false, 'guest'], 'still a guest');
  await signUp(tests, rival);
  assert.deepEqual(await again(), [true, null]);
  assert.deepEqual(await again(), [true, null]);
  await booksAgree(tests.database);
});

test('a loss by time is rated once both have placed two discs', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const short = await playPlies(await newRated(ann, ben), ann, ben, 3);
  await letPass(tests.database, short, 600_000);
  const unrated = await read(ann, short);
  assert.deepEqual([unrated.result.reason, unrated.rated, unrated.unrated_reason], ['timeout', false, 'too-short']);
  assert.equal(await storedRating(tests.database, ann), undefined);
  const long = await playPlies(await newRated(ann, ben), ann, ben, 4);
  await letPass(tests.database, long, 600_000);
  assert.deepEqual((await read(ann, long)).rating_change.black, { before: 1200, after: 1180 });
  const aborted = await newRated(ann, ben);
  const { json } = await ann.put(`/v1/games/${aborted.id}/abort`, undefined, { expect: 200 });
  assert.deepEqual([json.rated, json.unrated_reason, json.rating_change], [false, 'aborted', null]);
  await booksAgree(tests.database);
});

test('each game of a match is rated, and so is the rematch', async () => {
  const [ann, ben] = await accounts(tests, 2);
  let game = await newRated(ann, ben, { wins_needed: 3 });
  for (let number = 1; number <= 3; number += 1) {
    const ended = await resign(ben, game);
    if (number < 3) game = await read(ann, { id: ended.match.next_game_id });
    else game = ended;
    if (number === 1) assert.deepEqual([game.players.white.rating, game.players.black.rating], [1220, 1180]);
  }
  assert.deepEqual((await storedRating(tests.database, ann)).slice(1), [3, 3, 0, 0]);
  await ann.put(`/v1/games/${game.id}/rematch`, undefined, { expect: 200 });
  const { json: rematch } = await ben.put(`/v1/games/${game.id}/rematch`, undefined, { expect: 201 });
  assert.equal(rematch.rated, true);
  const [rating] = await storedRating(tests.database, ann);
  const annColor = rematch.players.black.id === ann.player.id ? 'black' : 'white';
  assert.equal(rematch.players[annColor].rating, Math.round(rating / 1000));
  await resign(ann, rematch);
  await booksAgree(tests.database);
});

test('rated seeks pair players whose ratings the other one takes, and no guests with them', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const guest = await tests.api.guest();
  const terms = { clock: { kind: 'per_move', seconds: 277 }, rated: true };
  await resign(ben, await playPlies(await newRated(ann, ben), ann, ben, 4));
  const picky = await seek(ann, { ...terms, rating_min: 1200 });
  assert.deepEqual([picky.rated, picky.rating_range, picky.player.rating], [true, { min: 1200, max: 4000 }, 1220]);
  assert.equal((await seek(ben, terms)).status, 'open');
  assert.equal((await seek(guest, terms)).status, 'open');
  const easy = await seek(ann, { ...terms, rating_max: 1200 });
  assert.equal(easy.status, 'paired');
  const game = await read(ann, { id: easy.game_id });
  assert.deepEqual([game.rated, game.visibility], [true, 'public']);
  assert.deepEqual([game.players.black.rating, game.players.white.rating].sort(), [1180, 1220]);
});

test('seeks pair by what they are shown as: whoever seeks the same as is listed plays it', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const guest = await tests.api.guest();
  const untimed = { clock: { kind: 'none' }, wins_needed: 5 };
  const timed = { clock: { kind: 'per_move', seconds: 281 } };
  for (const [maker, terms, reason] of [[ann, untimed, 'no-clock'], [guest, timed, 'guest']]) {
    const listed = await seek(maker, { ...terms, rated: true });
    assert.deepEqual([listed.status, listed.rated, listed.unrated_reason, listed.rating_range], ['open', false, reason, null]);
    const paired = await seek(ben, { ...terms, rated: listed.rated });
    assert.equal(paired.status, 'paired');
    const game = await read(ben, { id: paired.game_id });
    assert.deepEqual([game.rated, game.unrated_reason], [false, 'casual']);
  }
});

test('a seek goes by the rating that its player has now', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const terms = { clock: { kind: 'per_move', seconds: 279 }, rated: true };
  const early = await seek(ann, terms);
  await resign(ann, await playPlies(await newRated(ann, ben), ann, ben, 4));
  assert.equal((await seek(ben, { ...terms, rating_min: 1200 })).status, 'open', 'ann has 1180');
  const { json: now } = await tests.api.get(`/v1/seeks/${early.id}`, { expect: 200 });
  assert.deepEqual([now.status, now.player.rating], ['open', 1180]);
  assert.equal((await seek(ben, { ...terms, rating_max: 1180 })).status, 'paired');
});

test('games of one player that end at once, by all sorts of commands, all end, and are rated each once', async () => {
  const [ann, ...others] = await accounts(tests, 41);
  const games = await Promise.all(others.map((other) => newRated(ann, other)));
  const ends = [
    (game, other) => other.put(`/v1/games/${game.id}/resignation`),
    (game) => ann.put(`/v1/games/${game.id}/resignation`),
    (game, other) => other.put(`/v1/games/${game.id}/draw-offer/acceptance`),
  ];
  for (const [number, game] of games.entries()) {
    if (number % 3 === 2) await ann.put(`/v1/games/${game.id}/draw-offer`, undefined, { expect: 200 });
  }
  const answers = await Promise.all(games.map((game, number) => ends[number % 3](game, others[number])));
  assert.deepEqual(answers.filter(({ status }) => status !== 200).map(({ text }) => text), []);
  assert.equal((await storedRating(tests.database, ann))[1], 40);
  await booksAgree(tests.database);
});

test('games of the same players that end at once are rated one after the other, each once', async () => {
  const people = await accounts(tests, 3);
  const games = [];
  for (let number = 0; number < 18; number += 1) {
    const [black, white] = [people[number % 3], people[(number + 1) % 3]];
    games.push({ game: await newRated(black, white, { clock: { ...clock, seconds: 600 } }), black, white });
  }
  const end = async ({ game, black, white }, number) => {
    await [black, white][number % 2].put(`/v1/games/${game.id}/resignation`, undefined, { expect: 200 });
  };
  await Promise.all(games.map(end));
  for (const person of people) assert.equal((await storedRating(tests.database, person))[1], 12);
  await booksAgree(tests.database);
  const ranked = await tests.database.sql(
    `SELECT count(*) FROM ratings WHERE ranked AND player_id IN (${people.map(({ player }) => `'${player.id}'`)})`,
  );
  assert.equal(ranked, '3', 'ten games make a rank');
});

test('a player whose rating is impossible keeps nobody else’s deadlines from being settled', async () => {
  const [ann, ben, cat, dan] = await accounts(tests, 4);
  await draw(ann, ben, await newRated(ann, ben));
  const broken = await playPlies(await newRated(ann, ben), ann, ben, 4);
  const sound = await playPlies(await newRated(cat, dan), cat, dan, 4);
  const ofAnn = `WHERE player_id = '${ann.player.id}'`;
  const statusOf = ({ id }) => tests.database.sql(`SELECT status FROM games WHERE id = '${id}'`);
  await tests.database.sql(`ALTER TABLE ratings ALTER COLUMN won DROP NOT NULL; UPDATE ratings SET won = NULL ${ofAnn}`);
  await letPass(tests.database, broken, 900_000);
  await letPass(tests.database, sound, 600_000);
  await until('the other one is settled', async () => (await statusOf(sound)) === 'finished');
  assert.equal(await statusOf(broken), 'live');
  await tests.database.sql(`UPDATE ratings SET won = 0 ${ofAnn}; ALTER TABLE ratings ALTER COLUMN won SET NOT NULL`);
  await resign(ann, broken);
  await booksAgree(tests.database);
});

test('resignation, last moment and deadline at the same instant, at two replicas, rate a game once', async () => {
  const other = await startService({ database: tests.database });
  const there = connect(other.url);
  try {
    const [ann, ben] = await accounts(tests, 2);
    for (let number = 0; number < 15; number += 1) {
      const game = await playPlies(await newRated(ann, ben), ann, ben, 4);
      await Promise.all([
        letPass(tests.database, game, 600_000),
        ann.put(`/v1/games/${game.id}/resignation`),
        there.as(ben.token).put(`/v1/games/${game.id}/resignation`),
        there.as(mover(game, ann, ben).token).put(`/v1/games/${game.id}/moves/5`, { square: game.legal_moves[0].square }),
        there.get(`/v1/games/${game.id}`),
        tests.api.get(`/v1/games/${game.id}`),
      ]);
      assert.ok((await read(ann, game)).rating_change);
    }
    assert.equal((await storedRating(tests.database, ann))[1], 15);
    await booksAgree(tests.database);
  } finally {
    there.close();
    await other.stop();
  }
});
