// The service is killed, stopped and started again: the AI's turns are carried out, once, and no acknowledged move is lost.
//
// REVERSID_TEST_KILL_GAMES=500 plays as many games through kills (default 24); `scripts/test soak` does that.
// The times between kills are drawn from a seed that is printed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../support/client.mjs';
import { makeDatabase } from '../support/database.mjs';
import { agrees, newAgainst, play, read, replayOf, until, waitFor } from '../support/play.mjs';
import { randomFor } from '../support/random.mjs';
import { startService } from '../support/service.mjs';

const gamesToPlay = Number(process.env.REVERSID_TEST_KILL_GAMES ?? 24);
const atOnce = 12;

let database;
before(async () => {
  database = await makeDatabase();
});
after(() => database.drop());

/** Runs `use` with a service and a client of it, and stops the service. */
async function withService(use, env = {}) {
  const service = await startService({ database, env });
  const api = connect(service.url);
  try {
    return await use(api, service);
  } finally {
    api.close();
    if (service.child.exitCode === null && service.child.signalCode === null) await service.stop();
  }
}

for (const color of ['black', 'white']) {
  test(`killed while the AI thinks (its opponent ${color}): after the restart it moves, once`, async () => {
    let game;
    let token;
    await withService(async (api, service) => {
      const alice = await api.guest();
      ({ token } = alice);
      game = await newAgainst(alice, 'hard', { color });
      if (color === 'black') game = await play(alice, game, 'f5');
      assert.ok(!game.you.includes(game.turn));
      await service.kill();
    });
    await withService(async (api) => {
      const alice = api.as(token);
      const moved = await waitFor(alice, game, ({ turn, you }) => you.includes(turn));
      assert.equal(moved.ply, game.ply + 1);
      assert.equal(moved.version, game.version + 1);
      agrees(moved, replayOf(moved));
    });
  });
}

test('a turn that three starts could not finish is played simply: no game hangs', async () => {
  await withService(async (api) => {
    const alice = await api.guest();
    const game = await play(alice, await newAgainst(alice, 'hard'), 'f5');
    await database.sql(
      `UPDATE games SET ai_attempt = 3, ai_lease_until = now() - interval '1 second' WHERE id = '${game.id}'`,
    );
    const moved = await waitFor(alice, game, ({ turn }) => turn === 'black');
    assert.equal(moved.ply, 2);
    assert.match(moved.last_move.by, /^(ai|auto)$/);
  });
});

test('departures and housekeeping that take long hold up no turn', async () => {
  let game;
  let token;
  await withService(async (api, service) => {
    const alice = await api.guest();
    ({ token } = alice);
    game = await play(alice, await newAgainst(alice, 'hard'), 'f5');
    await service.kill();
  });
  const unlock = await database.lock('departures');
  const patient = { REVERSID_STATEMENT_MS: '600000' };
  await withService(async (api) => {
    try {
      const waiting = "SELECT count(*) FROM pg_locks WHERE relation = 'departures'::regclass AND NOT granted";
      await until('somebody waits for departures', async () => Number(await database.sql(waiting)) > 0);
      await database.sql(`UPDATE games SET ai_lease_until = now() WHERE id = '${game.id}' AND turn = 'white'`);
      const moved = await waitFor(api.as(token), game, ({ turn }) => turn === 'black');
      assert.equal(moved.ply, 2);
    } finally {
      await unlock();
    }
  }, patient);
});

test('two services on one database: each AI turn is carried out once', async () => {
  await withService(async (one) => {
    await withService(async (two) => {
      const alice = await one.guest();
      const playing = Array.from({ length: 6 }, async (_, seed) => {
        let game = await newAgainst(alice, 'easy', { seed });
        for (let turn = 0; game.status === 'live' && turn < 10; turn += 1) {
          const client = (turn % 2 ? one : two).as(alice.token);
          game = await play(client, game, game.legal_moves[0].square, 25);
          assert.ok(game.status !== 'live' || game.you.includes(game.turn));
          assert.equal(game.version, 1 + game.ply);
        }
        return game;
      });
      for (const game of await Promise.all(playing)) agrees(await read(one.as(alice.token), game), replayOf(game));
    });
  });
});

test('a change made through one service reaches who waits at another', async () => {
  await withService(async (one) => {
    await withService(async (two) => {
      const alice = await one.guest();
      const game = await newAgainst(alice, 'easy');
      const stream = await two.stream(`/v1/games/${game.id}/events`);
      await stream.next();
      await alice.put(`/v1/games/${game.id}/resignation`, undefined, { expect: 200 });
      assert.equal((await stream.next()).game.status, 'finished');
      assert.equal(await stream.next(), undefined);
    });
  });
});

/**
 * A service that is killed again and again at random moments and starts anew. `client(token)` gives a client of the present one.
 */
class Mortal {
  /** @param random  of randomFor */
  constructor(random) {
    this.random = random;
    this.deaths = 0;
    this.acknowledged = 0;
  }

  async start() {
    this.service = await startService({ database, env: { REVERSID_LOG_LEVEL: 'warning' } });
    this.api = connect(this.service.url);
  }

  async killAtRandom() {
    await pause(100 + this.random(900));
    await this.service.kill();
    this.api.close();
    await this.start();
    this.deaths += 1;
  }

  /** Sends a request until somebody answers it. */
  ask(token, method, path, body, options) {
    return until('somebody answers', async () => {
      try {
        const answer = await this.api.as(token).request(method, path, { body, ...options });
        return answer.status === 503 ? undefined : answer;
      } catch (error) {
        assert.match(`${error.code} ${error.message}`, /ECONN|EPIPE|hang up|aborted|closed without/);
        return undefined;
      }
    });
  }
}

/** Plays one game through all that happens to the service; every acknowledged move must stay. */
async function playThrough(mortal, token, number) {
  const opponent = number % 2 ? { type: 'local' } : { type: 'ai', level: 'easy' };
  const headers = { 'Idempotency-Key': `game-${number}` };
  const made = await mortal.ask(token, 'POST', '/v1/games', { opponent, seed: number }, { headers });
  let game = made.json;
  while (game.status === 'live') {
    if (game.you.includes(game.turn)) {
      const { square } = game.legal_moves[number % game.legal_moves.length];
      const path = `/v1/games/${game.id}/moves/${game.next_ply}`;
      const { status, json } = await mortal.ask(token, 'PUT', path, { square }, { query: { wait: 25 } });
      assert.ok([200, 201].includes(status), JSON.stringify(json));
      assert.equal(json.moves.slice(0, game.moves.length + 2), game.moves + square, 'an acknowledged move is gone');
      mortal.acknowledged += 1;
      game = json;
    } else {
      const { json } = await mortal.ask(token, 'GET', `/v1/games/${game.id}`);
      assert.equal(json.moves.slice(0, game.moves.length), game.moves, 'an acknowledged move is gone');
      game = json;
    }
  }
  agrees(game, replayOf(game));
  assert.equal(game.version, 1 + game.ply, 'each move counted once');
  return game;
}

test(`${gamesToPlay} games while the service is killed at random moments: no acknowledged move is lost`, async (t) => {
  const mortal = new Mortal(randomFor(t));
  await mortal.start();
  const { token } = await mortal.api.guest();
  let left = gamesToPlay;
  const ended = [];
  const player = async () => {
    while (left > 0) {
      left -= 1;
      ended.push(await playThrough(mortal, token, left));
    }
  };
  let playing = true;
  const players = Promise.all(Array.from({ length: atOnce }, player)).finally(() => {
    playing = false;
  });
  const killing = (async () => {
    while (playing) await mortal.killAtRandom();
  })();
  await players;
  await killing;
  const plies = ended.reduce((sum, { ply }) => sum + ply, 0);
  t.diagnostic(`${ended.length} games, ${mortal.deaths} kills, ${plies} moves, ${mortal.acknowledged} of them acknowledged`);
  assert.ok(mortal.deaths > 0);
  for (const game of ended) {
    const { json } = await mortal.ask(token, 'GET', `/v1/games/${game.id}`);
    assert.equal(json.moves, game.moves);
  }
  mortal.api.close();
  await mortal.service.stop();
});
