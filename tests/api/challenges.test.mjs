// Challenges and invitations: made, shown, accepted once, declined, taken back, expired.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accept, cancel, challenge, decline, expire } from '../support/opponents.mjs';
import { isProblem, lasting, nowhere, play, read, untilParked } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();
const times = (count, run) => Promise.all(Array.from({ length: count }, (_, index) => run(index)));
const countBy = (answers, status) => answers.filter((each) => each.status === status).length;
const day = 24 * 60 * 60 * 1000;

/** So many new guests. */
const guests = (count) => times(count, () => tests.api.guest());

test('an invitation says what it is, and its code finds it in any spelling', async () => {
  const [maker, friend] = await guests(2);
  const made = await maker.post('/v1/challenges', undefined, { expect: 201 });
  const { json } = made;
  assert.equal(made.headers.location, `/v1/challenges/${json.id}`);
  assert.equal(json.status, 'open');
  assert.equal(json.to, null);
  assert.equal(json.maker.id, maker.player.id);
  assert.deepEqual(json.clock, { kind: 'per_move', seconds: 30, days: null, on_timeout: 'forfeit' });
  assert.deepEqual([json.color, json.opening, json.wins_needed, json.visibility], ['random', 'standard', null, 'unlisted']);
  assert.deepEqual([json.rated, json.unrated_reason], [false, 'casual']);
  assert.deepEqual([json.you, json.can_accept], ['maker', false]);
  assert.equal(Date.parse(json.expires_at) - Date.parse(json.created_at), day);
  assert.equal(json.links.invitation, `/v1/challenges/${json.code}`);
  assert.equal(json.links.page, `/#/join/${json.code}`);
  const { code } = json;
  for (const name of [json.id, code, code.toLowerCase(), `${code.slice(0, 4)}-${code.slice(4)}`]) {
    const seen = await friend.get(`/v1/challenges/${name}`, { expect: 200 });
    assert.equal(seen.json.id, json.id);
    assert.deepEqual([seen.json.you, seen.json.can_accept], ['invited', true]);
  }
  const anonymous = await tests.api.get(`/v1/challenges/${code}`, { expect: 200 });
  assert.deepEqual([anonymous.json.you, anonymous.json.can_accept], [null, false]);
  const { json: still } = await maker.get(`/v1/challenges/${code}`, { expect: 200 });
  assert.equal(still.status, 'open');
});

test('names that are none are refused, and codes that stand for nothing are 404', async () => {
  for (const name of ['0OIL1258', 'K7QM', 'K7QMXRDAC', 'first', '%20', '--------']) {
    isProblem(await tests.alice.get(`/v1/challenges/${name}`), 400, 'invalid-path', { parameter: 'id' });
  }
  for (const name of ['AAAA-AAAA', nowhere]) {
    isProblem(await tests.alice.get(`/v1/challenges/${name}`), 404, 'challenge-not-found');
  }
});

test('whoever accepts an invitation has the seat; the game has its id and its terms', async () => {
  const [maker, friend] = await guests(2);
  const made = await challenge(maker, {
    color: 'white',
    opening: 'original',
    clock: { kind: 'correspondence', days: 2, on_timeout: 'autoplay' },
    visibility: 'public',
    metadata: { room: 'α' },
  });
  assert.equal(Date.parse(made.expires_at) - Date.parse(made.created_at), 14 * day);
  const { json: game, headers } = await accept(friend, { id: made.code }, { expect: 201 });
  assert.equal(game.id, made.id);
  assert.equal(headers.location, `/v1/games/${made.id}`);
  assert.deepEqual(game.you, ['black']);
  assert.equal(game.players.white.id, maker.player.id);
  assert.equal(game.players.black.name, friend.player.name);
  assert.deepEqual([game.opening, game.visibility, game.match], ['original', 'public', null]);
  assert.deepEqual(game.metadata, { room: 'α' });
  assert.deepEqual([game.clock.kind, game.clock.days, game.clock.on_timeout], ['correspondence', 2, 'autoplay']);
  assert.deepEqual([game.rated, game.unrated_reason], [false, 'casual']);
  const { json: shown } = await maker.get(`/v1/challenges/${made.code}`, { expect: 200 });
  assert.deepEqual([shown.status, shown.game_id, shown.match_id, shown.version], ['accepted', game.id, null, 2]);
  const next = await play(friend, game, game.legal_moves[0].square);
  assert.deepEqual((await read(maker, next)).you, ['white']);
});

test('a challenge to more than a game begins a match with its id', async () => {
  const [maker, friend] = await guests(2);
  const made = await challenge(maker, { to: friend.player.id, wins_needed: 3, clock: { kind: 'none' } });
  assert.deepEqual([made.code, made.links.invitation, made.links.page], [null, null, null]);
  assert.deepEqual([made.clock, made.wins_needed], [null, 3]);
  const { json: game } = await accept(friend, made, { expect: 201 });
  assert.deepEqual([game.match.id, game.match.game_number, game.match.wins_needed], [made.id, 1, 3]);
  const { json: match } = await friend.get(`/v1/matches/${made.id}`, { expect: 200 });
  assert.equal(match.status, 'live');
  const { json: shown } = await maker.get(`/v1/challenges/${made.id}`, { expect: 200 });
  assert.deepEqual([shown.game_id, shown.match_id], [made.id, made.id]);
});

test('a given position begins the game; one that is over makes no challenge', async () => {
  const [maker, friend] = await guests(2);
  const position = `${'-'.repeat(27)}OX------XO${'-'.repeat(27)} O`;
  const made = await challenge(maker, { opening: 'position', position });
  assert.equal(made.position, position);
  const { json: game } = await accept(friend, made, { expect: 201 });
  assert.equal(game.start_position, position);
  const over = { opening: 'position', position: `${'X'.repeat(64)} X` };
  isProblem(await maker.post('/v1/challenges', over), 422, 'position-finished');
});

test('chance gives both colours, and xot a position of its own', async () => {
  const [maker, friend] = await guests(2);
  const colors = new Set();
  const starts = new Set();
  for (let round = 0; round < 20; round += 1) {
    const made = await challenge(maker, { opening: 'xot' });
    const { json: game } = await accept(friend, made, { expect: 201 });
    colors.add(game.you[0]);
    starts.add(game.start_position);
  }
  assert.equal(colors.size, 2);
  assert.ok(starts.size > 10);
});

test('whoever made a challenge long ago has a day for the first move; accepted at once, the usual time', async () => {
  const [ann, ben] = await guests(2);
  const turnOf = ({ clock, updated_at: since }) => Date.parse(clock.deadline_at) - Date.parse(since);
  for (const [color, age, first, second] of [
    ['black', 0, 30_000, 30_000],
    ['black', 20, 30_000, 30_000],
    ['black', 61, 86_400_000, 30_000],
    ['white', 61, 30_000, undefined],
  ]) {
    const made = await challenge(ann, { to: ben.player.id, color, clock: { kind: 'per_move', seconds: 30 } });
    await tests.database.sql(`UPDATE challenges SET created_at = created_at - interval '${age} seconds' WHERE id = '${made.id}'`);
    const { json: game } = await accept(ben, made, { expect: 201 });
    assert.equal(turnOf(game), first, `${color}, ${age} s`);
    const moved = await play(color === 'black' ? ann : ben, game, game.legal_moves[0].square);
    if (second) assert.equal(turnOf(moved), second);
    else assert.equal(Date.parse(moved.clock.deadline_at) - Date.parse(game.created_at), 86_400_000, 'from the acceptance on');
  }
});

test('two people accept one invitation at once: one 201, one 409', async () => {
  const people = await guests(3);
  for (let round = 0; round < 20; round += 1) {
    const [maker, ...friends] = people;
    const made = await challenge(maker);
    const answers = await Promise.all(friends.map((friend) => accept(friend, made)));
    assert.deepEqual(answers.map((each) => each.status).sort(), [201, 409]);
    const winner = answers.findIndex((each) => each.status === 201);
    const refused = answers[1 - winner];
    isProblem(refused, 409, 'challenge-taken');
    assert.equal(refused.json.state.game_id, made.id);
    assert.equal(refused.json.state.can_accept, false);
    const game = await read(friends[winner], made);
    const { black, white } = game.players;
    assert.deepEqual([black.id, white.id].sort(), [maker, friends[winner]].map((each) => each.player.id).sort());
  }
});

test('the same person twice, or twenty times at once: one 201, then 200 with the game', async () => {
  const [maker, friend] = await guests(2);
  const made = await challenge(maker);
  const answers = await times(20, () => accept(friend, made));
  assert.equal(countBy(answers, 201), 1);
  assert.equal(countBy(answers, 200), 19);
  for (const { status, headers, json } of answers) {
    assert.equal(headers['idempotent-replay'], status === 200 ? 'true' : undefined);
    assert.equal(json.id, made.id);
  }
  const game = await read(friend, made);
  const first = game.turn === game.you[0] ? friend : maker;
  await play(first, game, game.legal_moves[0].square);
  const { json: later } = await accept(friend, made, { expect: 200 });
  assert.equal(later.ply, 1);
});

test('the own challenge cannot be accepted', async () => {
  const [maker, friend] = await guests(2);
  for (const body of [{}, { to: friend.player.id }]) {
    const made = await challenge(maker, body);
    isProblem(await accept(maker, made), 403, 'own-challenge');
    await accept(friend, made, { expect: 201 });
    isProblem(await accept(maker, made), 403, 'own-challenge');
  }
});

test('declined: the maker learns why, and nobody can do anything more', async () => {
  const [maker, friend] = await guests(2);
  const made = await challenge(maker, { to: friend.player.id });
  const { json, headers } = await decline(friend, made, 'not-now', { expect: 200 });
  assert.deepEqual([json.status, json.decline_reason, json.version], ['declined', 'not-now', 2]);
  assert.equal(headers['idempotent-replay'], undefined);
  const again = await decline(friend, made, 'clock', { expect: 200 });
  assert.equal(again.headers['idempotent-replay'], 'true');
  assert.equal(again.json.decline_reason, 'not-now');
  for (const answer of [await maker.get(`/v1/challenges/${made.id}`), await accept(friend, made)]) {
    isProblem(answer, 410, 'challenge-gone');
    assert.deepEqual([answer.json.state.status, answer.json.state.decline_reason], ['declined', 'not-now']);
  }
  await cancel(maker, made, { expect: 204 });
  isProblem(await tests.api.get(`/v1/games/${made.id}`), 404, 'game-not-found');
});

test('every reason that the options list is taken, no other, and none is other', async () => {
  const [maker, friend] = await guests(2);
  const { json: options } = await tests.api.get('/v1/options', { expect: 200 });
  const reasons = options.decline_reasons.map((each) => each.value);
  assert.ok(reasons.length > 3);
  for (const reason of [undefined, ...reasons]) {
    const made = await challenge(maker, { to: friend.player.id });
    const { json } = await decline(friend, made, reason, { expect: 200 });
    assert.equal(json.decline_reason, reason ?? 'other');
  }
  const made = await challenge(maker, { to: friend.player.id });
  isProblem(await decline(friend, made, 'because'), 400, 'invalid-field', { pointer: '/reason' });
});

test('taken back: repeatable, and gone for everybody', async () => {
  const [maker, friend] = await guests(2);
  const made = await challenge(maker);
  await cancel(maker, { id: made.code }, { expect: 204 });
  await cancel(maker, made, { expect: 204 });
  isProblem(await accept(friend, made), 410, 'challenge-gone');
  isProblem(await friend.get(`/v1/challenges/${made.code}`), 410, 'challenge-gone');
  const named = await challenge(maker, { to: friend.player.id });
  await cancel(maker, named, { expect: 204 });
  isProblem(await decline(friend, named), 410, 'challenge-gone');
});

test('one that was accepted can be neither declined nor taken back', async () => {
  const [maker, friend] = await guests(2);
  const made = await challenge(maker, { to: friend.player.id });
  await accept(friend, made, { expect: 201 });
  for (const answer of [await decline(friend, made), await cancel(maker, made)]) {
    isProblem(answer, 409, 'challenge-taken');
    assert.equal(answer.json.state.game_id, made.id);
  }
});

test('expired: nobody can accept it any more, and it is on no list', async () => {
  const [maker, friend] = await guests(2);
  const made = await challenge(maker, { to: friend.player.id });
  await expire(tests.database, 'challenges', made);
  const answer = await accept(friend, made);
  isProblem(answer, 410, 'challenge-gone');
  assert.deepEqual([answer.json.state.status, answer.json.state.version], ['expired', 2]);
  isProblem(await decline(friend, made), 410, 'challenge-gone');
  await cancel(maker, made, { expect: 204 });
  for (const client of [maker, friend]) {
    const { json } = await client.get('/v1/challenges', { expect: 200 });
    assert.deepEqual(json.items, []);
  }
});

test('accepting, declining, taking back and expiring at once: one of them, the others see it', async () => {
  const [maker, friend] = await guests(2);
  const endings = new Set();
  for (let round = 0; round < 40; round += 1) {
    const made = await challenge(maker, { to: friend.player.id });
    const [accepted, declined, cancelled] = await Promise.all([
      accept(friend, made),
      decline(friend, made),
      cancel(maker, made),
      round % 4 === 3 ? expire(tests.database, 'challenges', made) : undefined,
    ]);
    const game = await tests.api.get(`/v1/games/${made.id}`);
    const row = await tests.database.sql(`SELECT status FROM challenges WHERE id = '${made.id}'`);
    endings.add(row);
    assert.equal(accepted.status, row === 'accepted' ? 201 : 410);
    assert.equal(declined.status, { accepted: 409, declined: 200 }[row] ?? 410);
    assert.equal(cancelled.status, row === 'accepted' ? 409 : 204);
    assert.equal(game.status, row === 'accepted' ? 200 : 404);
  }
  assert.ok(endings.size > 1, `all ended ${[...endings]}`);
});

test('lists: open ones, each side its own, page by page', async () => {
  const [maker, friend] = await guests(2);
  const made = [];
  for (let index = 0; index < 7; index += 1) {
    made.unshift(await challenge(maker, index % 3 === 0 ? { to: friend.player.id } : {}));
  }
  const ids = async (client, query) => {
    const found = [];
    for (let cursor; cursor !== null; ) {
      const { json } = await client.get('/v1/challenges', { query: { ...query, limit: 2, cursor }, expect: 200 });
      found.push(...json.items.map((each) => each.id));
      cursor = json.next_cursor;
    }
    return found;
  };
  const all = made.map((each) => each.id);
  const toFriend = made.filter((each) => each.to).map((each) => each.id);
  assert.deepEqual(await ids(maker, {}), all);
  assert.deepEqual(await ids(maker, { direction: 'outgoing' }), all);
  assert.deepEqual(await ids(maker, { direction: 'incoming' }), []);
  assert.deepEqual(await ids(friend, {}), toFriend);
  assert.deepEqual(await ids(friend, { direction: 'incoming' }), toFriend);
  assert.deepEqual(await ids(friend, { direction: 'outgoing' }), []);
  await decline(friend, { id: toFriend[0] }, 'not-now', { expect: 200 });
  assert.deepEqual(await ids(friend, {}), toFriend.slice(1));
  isProblem(await maker.get('/v1/challenges', { query: { direction: 'sideways' } }), 400, 'invalid-query');
});

test('a key makes one challenge, however often', async () => {
  const [maker, friend] = await guests(2);
  const headers = { 'Idempotency-Key': 'once' };
  const body = { wins_needed: 1, metadata: { a: 1 } };
  const answers = await times(10, () => maker.post('/v1/challenges', body, { headers, expect: [200, 201] }));
  assert.equal(countBy(answers, 201), 1);
  assert.equal(new Set(answers.map((each) => each.json.code)).size, 1);
  isProblem(await maker.post('/v1/challenges', { wins_needed: 3 }, { headers }), 422, 'idempotency-key-reused');
  const other = await friend.post('/v1/challenges', body, { headers, expect: 201 });
  assert.notEqual(other.json.id, answers[0].json.id);
  await accept(friend, answers[0].json, { expect: 201 });
  const { json: later } = await maker.post('/v1/challenges', body, { headers, expect: 200 });
  assert.equal(later.status, 'accepted');
});

test('bodies that make no sense are refused with their place', async () => {
  const [maker] = await guests(1);
  const cases = [
    [{ to: 'me' }, 'invalid-field', '/to'],
    [{ to: maker.player.id }, 'invalid-field', '/to'],
    [{ color: 'red' }, 'invalid-field', '/color'],
    [{ opening: 'position' }, 'missing-field', '/position'],
    [{ position: `${'-'.repeat(64)} X` }, 'invalid-field', '/position'],
    [{ clock: { kind: 'per_move', seconds: 4 } }, 'invalid-field', '/clock/seconds'],
    [{ wins_needed: 2 }, 'invalid-field', '/wins_needed'],
    [{ rated: 'yes' }, 'invalid-field', '/rated'],
    [{ seed: 1 }, 'unknown-field', '/seed'],
    [{ metadata: { x: 'y'.repeat(1024) } }, 'invalid-field', '/metadata'],
  ];
  for (const [body, code, pointer] of cases) {
    isProblem(await maker.post('/v1/challenges', body), 400, code, { pointer });
  }
  isProblem(await maker.post('/v1/challenges', { to: nowhere }), 404, 'player-not-found', { pointer: '/to' });
});

test('why a game will not be rated is said', async () => {
  const [maker] = await guests(1);
  const { json } = await maker.post('/v1/challenges', { rated: true }, { expect: 201 });
  assert.deepEqual([json.rated, json.unrated_reason], [false, 'guest']);
});

test('a challenge between two others is not there for a stranger, whatever he tries', async () => {
  const [maker, friend, stranger] = await guests(3);
  const made = await challenge(maker, { to: friend.player.id });
  const before = await maker.get(`/v1/challenges/${made.id}`, { expect: 200 });
  for (const client of [stranger, tests.api]) {
    isProblem(await client.get(`/v1/challenges/${made.id}`), 404, 'challenge-not-found');
  }
  for (const answer of [await accept(stranger, made), await decline(stranger, made), await cancel(stranger, made)]) {
    isProblem(answer, 404, 'challenge-not-found');
  }
  const after = await maker.get(`/v1/challenges/${made.id}`, { expect: 200 });
  assert.deepEqual(lasting(after.json), lasting(before.json));
});

test('who may do what: each caller and each command, and a refusal changes nothing', async () => {
  const [maker, friend, stranger] = await guests(3);
  const callers = { maker, friend, stranger, anonymous: tests.api };
  const commands = { accept, decline, cancel };
  const wanted = {
    open: {
      maker: { accept: 'own-challenge', decline: 'decline-not-allowed', cancel: 204 },
      friend: { accept: 201, decline: 'decline-not-allowed', cancel: 'not-yours' },
      stranger: { accept: 201, decline: 'decline-not-allowed', cancel: 'not-yours' },
      anonymous: { accept: 'token-missing', decline: 'token-missing', cancel: 'token-missing' },
    },
    named: {
      maker: { accept: 'own-challenge', decline: 'decline-not-allowed', cancel: 204 },
      friend: { accept: 201, decline: 200, cancel: 'not-yours' },
      stranger: { accept: 'challenge-not-found', decline: 'challenge-not-found', cancel: 'challenge-not-found' },
      anonymous: { accept: 'token-missing', decline: 'token-missing', cancel: 'token-missing' },
    },
  };
  for (const [kind, byCaller] of Object.entries(wanted)) {
    for (const [caller, byCommand] of Object.entries(byCaller)) {
      for (const [command, result] of Object.entries(byCommand)) {
        const made = await challenge(maker, kind === 'named' ? { to: friend.player.id } : {});
        const answer = await commands[command](callers[caller], made);
        const where = `${kind}: ${caller} ${command}: ${answer.status} ${answer.json?.code}`;
        if (typeof result === 'number') assert.equal(answer.status, result, where);
        else assert.equal(answer.json.code, result, where);
        if (typeof result === 'number') continue;
        const { json } = await maker.get(`/v1/challenges/${made.id}`, { expect: 200 });
        assert.deepEqual(lasting(json), lasting(made), where);
        await cancel(maker, made, { expect: 204 });
      }
    }
  }
});

test('waiting: the answer comes when it is accepted, declined or taken back', async () => {
  const [maker, friend] = await guests(2);
  for (const [name, act, status] of [
    ['id', accept, 200],
    ['code', (client, made) => cancel(maker, made), 410],
    ['id', (client, made) => decline(client, made), 410],
  ]) {
    const made = await challenge(maker, act === accept || name === 'code' ? {} : { to: friend.player.id });
    const path = `/v1/challenges/${made[name]}`;
    const { headers } = await maker.get(path, { expect: 200 });
    const waiting = maker.get(path, { query: { wait: 25 }, headers: { 'If-None-Match': headers.etag } });
    await untilParked(tests.api, 1);
    await act(friend, made);
    assert.equal((await waiting).status, status);
  }
});

test('waiting in vain is 304, and for one that has another state no wait', async () => {
  const [maker] = await guests(1);
  const made = await challenge(maker);
  const path = `/v1/challenges/${made.id}`;
  const { headers } = await maker.get(path, { expect: 200 });
  const etag = { 'If-None-Match': headers.etag };
  const vain = await maker.get(path, { query: { wait: 1 }, headers: etag });
  assert.equal(vain.status, 304);
  await maker.get(path, { query: { wait: 25 }, headers: { 'If-None-Match': 'W/"0.other"' }, expect: 200 });
});

test('so many open challenges are enough: in all, and to one player', async () => {
  const [maker, friend] = await guests(2);
  const { json: limits } = await tests.api.get('/v1/limits', { expect: 200 });
  const { challenges_open_max: most, challenges_open_to_one_max: toOne } = limits.opponents;
  const made = [];
  for (let index = 0; index < toOne; index += 1) made.push(await challenge(maker, { to: friend.player.id }));
  const refused = await maker.post('/v1/challenges', { to: friend.player.id });
  isProblem(refused, 429, 'too-many-challenges');
  assert.ok(Number(refused.headers['retry-after']) > 1);
  await decline(friend, made[0], 'other', { expect: 200 });
  await challenge(maker, { to: friend.player.id });
  while (made.length < most) made.push(await challenge(maker));
  isProblem(await maker.post('/v1/challenges', {}), 429, 'too-many-challenges');
  await cancel(maker, made.at(-1), { expect: 204 });
  await challenge(maker);
});

test('no more of them where many are made at once', async () => {
  const { json: limits } = await tests.api.get('/v1/limits', { expect: 200 });
  const { challenges_open_max: most, challenges_open_to_one_max: toOne } = limits.opponents;
  const [maker, friend] = await guests(2);
  const make = (body, count) => times(count, () => maker.post('/v1/challenges', body));
  const statuses = (answers) => [201, 429].map((status) => answers.filter((each) => each.status === status).length);
  assert.deepEqual(statuses(await make({ to: friend.player.id }, 4 * toOne)), [toOne, 3 * toOne]);
  while ((await make({}, 12)).every(({ status }) => status === 201));
  const count = `SELECT count(*) FROM challenges WHERE maker = '${maker.player.id}' AND status = 'open'`;
  assert.equal(Number(await tests.database.sql(count)), most);
});
