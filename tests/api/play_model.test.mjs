// Random commands of two players, a stranger and somebody without a token, with time passing, beside a simple model. Games
// with a clock are rated and for chips: afterwards the books agree.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { letPass, newBetween } from '../support/people.mjs';
import { PlayModel, seenOf } from '../support/play_model.mjs';
import { read } from '../support/play.mjs';
import { account, booksAgree, enrich, newAgreed } from '../support/rated.mjs';
import { randomFor } from '../support/random.mjs';
import { squareAt } from '../support/rules.mjs';
import { serviceForTests } from '../support/service.mjs';

const sequences = Number(process.env.REVERSID_TEST_SEQUENCES ?? 200);
const commandsEach = 30;
const atOnce = 8;
const seconds = 585;
const graceSeconds = 15; // more for the first move of a match's next game
const clients = {};
const tests = serviceForTests({
  ready: async (ready) => {
    const { api, database } = ready;
    Object.assign(clients, { 0: await account(ready), 1: await account(ready), stranger: await api.guest(), anonymous: api });
    for (const player of [0, 1]) await enrich(database, clients[player]);
  },
});

const send = {
  move: (client, { id }, { ply, square }) => client.put(`/v1/games/${id}/moves/${ply}`, { square }),
  undo: (client, { id }) => client.put(`/v1/games/${id}/branches/1`),
  resign: (client, { id }) => client.put(`/v1/games/${id}/resignation`),
  abort: (client, { id }) => client.put(`/v1/games/${id}/abort`),
  offerDraw: (client, { id }) => client.put(`/v1/games/${id}/draw-offer`),
  dropDraw: (client, { id }, query) => client.request('DELETE', `/v1/games/${id}/draw-offer`, { query }),
  acceptDraw: (client, { id }) => client.put(`/v1/games/${id}/draw-offer/acceptance`),
  rematch: (client, { id }) => client.put(`/v1/games/${id}/rematch`),
  dropRematch: (client, { id }, query) => client.request('DELETE', `/v1/games/${id}/rematch`, { query }),
  leave: (client, { match }) => client.put(`/v1/matches/${match.id}/leave`),
};
const ending = ['resign', 'abort', 'leave'];
const rare = Object.keys(send).filter((name) => name !== 'move' && !ending.includes(name));

/** Draws from numbers that were drawn before, so that sequences that run at once can be seen again. */
function drawer(random) {
  const numbers = Array.from({ length: 16 * commandsEach }, () => random(2 ** 31));
  return (limit) => numbers.pop() % limit;
}

let made = Promise.resolve();

/** Lets what was asked for before come to its end first: few challenges to one player may be open at once. */
function oneByOne(make) {
  made = made.then(make);
  return made;
}

class Sequence {
  constructor(number, random) {
    this.number = number;
    this.draw = drawer(random);
    this.log = [];
    this.counts = {};
  }

  async begin() {
    const kind = this.draw(3);
    this.terms = { clock: kind > 0, autoplay: kind === 2, winsNeeded: [0, 1, 3][this.draw(3)] };
    const clock = this.terms.clock ? { kind: 'per_move', seconds, on_timeout: kind === 2 ? 'autoplay' : 'forfeit' } : undefined;
    const winsNeeded = this.terms.winsNeeded || undefined;
    this.model = new PlayModel(this.terms);
    const more = { clock, wins_needed: winsNeeded };
    this.game = clock
      ? await oneByOne(() => newAgreed(clients[0], clients[1], { ...more, rated: true, staked: true }))
      : await newBetween(tests.database, clients[0], clients[1], more);
  }

  fail(what) {
    return `sequence ${this.number}, after ${this.log.slice(-6).join(', ')}: ${what}`;
  }

  async check() {
    const shown = await read(clients.anonymous, this.game);
    assert.deepEqual(seenOf(shown), this.model.seen, this.fail('what is shown'));
    return shown;
  }

  /** Goes on with the game that follows, if one does. */
  async follow(shown) {
    const next = this.model.follower();
    const id = shown.rematch?.game_id ?? shown.match?.next_game_id ?? null;
    assert.equal(id !== null, next !== undefined, this.fail('another game follows'));
    if (!next) return;
    [this.model, this.game] = [next, await read(clients[0], { id })];
    this.counts.follower = (this.counts.follower ?? 0) + 1;
    await this.check();
  }

  async passTime() {
    if (this.draw(15) || !this.model.live) return;
    await letPass(tests.database, this.game, this.terms.clock ? (seconds + graceSeconds) * 1000 : 30 * 86_400_000);
    const shown = await read(clients.stranger, this.game);
    this.model.timeOut(shown.last_move?.square);
    this.log.push('time');
    this.counts.time = (this.counts.time ?? 0) + 1;
    await this.follow(await this.check());
  }

  /** A command: [name, arguments]. */
  choose() {
    const { rules, live, offer } = this.model;
    if (!live && this.draw(2)) return this.draw(3) ? ['rematch', {}] : ['dropRematch', { by: ['black', 'white', undefined][this.draw(3)] }];
    if (offer && this.draw(3) === 0) return ['acceptDraw', {}];
    if (!live || this.draw(5) === 0) {
      const from = this.draw(3) ? rare : ending;
      const name = from[this.draw(from.length)];
      const more = name === 'dropDraw' && this.draw(2) ? { ply: rules.plies.length } : {};
      return [name === 'leave' && !this.terms.winsNeeded ? 'offerDraw' : name, more];
    }
    if (rules.over) return ['move', rules.plies.at(-1)];
    const past = rules.plies[this.draw(rules.plies.length + 1)];
    if (past && this.draw(6) === 0) return ['move', past];
    const square = this.draw(8) ? rules.legal[this.draw(rules.legal.length)].square : squareAt(this.draw(64));
    return ['move', { ply: rules.plies.length + 1 + (this.draw(10) ? 0 : 1), square }];
  }

  caller() {
    const choice = this.draw(16);
    if (choice === 0) return 'stranger';
    if (choice === 1) return 'anonymous';
    const { rules, live } = this.model;
    return live && this.draw(4) ? this.model.playerOf(rules.turn) : this.draw(2);
  }

  async step() {
    await this.passTime();
    const [name, more] = this.choose();
    const caller = this.caller();
    const expected = this.model.answer(name, caller, more);
    const answer = await send[name](clients[caller], this.game, more);
    this.log.push(`${name} by ${caller}`);
    const replay = answer.headers['idempotent-replay'] === 'true';
    const got = answer.status < 400 ? { status: answer.status, replay } : { status: answer.status, code: answer.json.code };
    assert.deepEqual(got, expected, this.fail(`the answer ${answer.text.slice(0, 300)}`));
    const key = got.code ?? name;
    this.counts[key] = (this.counts[key] ?? 0) + 1;
    const shown = await this.check();
    if (answer.status < 400 && !replay) await this.follow(shown);
  }
}

test(`${sequences} random sequences of commands agree with the model`, async (t) => {
  const random = randomFor(t);
  const waiting = Array.from({ length: sequences }, (_, number) => new Sequence(number, random));
  const counts = {};
  const run = async () => {
    for (let sequence = waiting.pop(); sequence; sequence = waiting.pop()) {
      await sequence.begin();
      for (let step = 0; step < commandsEach; step += 1) await sequence.step();
      for (const [key, count] of Object.entries(sequence.counts)) counts[key] = (counts[key] ?? 0) + count;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  t.diagnostic(JSON.stringify(counts));
  for (const key of ['move', 'time', 'follower', 'not-a-seat', 'token-missing', 'game-over', 'own-offer', 'acceptDraw', 'rematch', 'dropRematch', 'leave']) {
    assert.ok(counts[key] > 0, `${key} never came up`);
  }
  await booksAgree(tests.database);
  const moved = await tests.database.sql('SELECT string_agg(DISTINCT kind, \' \' ORDER BY kind) FROM chip_entries');
  assert.equal(moved, 'lost penalty penalty-destroyed penalty-returned reward stake stake-returned start won');
});
