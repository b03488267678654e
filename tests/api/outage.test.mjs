// The database goes away and comes back: every request is told so, nothing is lost, and nobody restarts anything.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadContract } from '../support/contract.mjs';
import {
  agrees,
  isProblem,
  lasting,
  move,
  newAgainst,
  newLocal,
  play,
  read,
  replayOf,
  until,
  untilParked,
} from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

let anna;
const tests = serviceForTests({
  own: true,
  google: true,
  ready: async ({ signIn }) => {
    anna = await signIn();
  },
  env: { REVERSID_CONNECT_MS: '500', REVERSID_STATEMENT_MS: '2000', REVERSID_REQUEST_WORKERS: '4' },
});
const contract = loadContract();

/** What asks nothing of the database; the time does, whose clock is the one that counts. */
const independent = new Set([
  'get_health',
  'get_metrics',
  'get_docs',
  'get_docs_asset',
  'get_page',
  'get_page_asset',
  'get_openapi_json',
  'get_openapi_yaml',
  'get_limits',
  'get_options',
  'get_problem',
  'draw_position',
  'list_legal_moves',
  'choose_move',
  'analyse_position',
]);
/** A request for each operation that needs more than its path. */
const requests = {
  get_docs_asset: { path: { asset: 'init.js' } },
  get_page_asset: { path: { digest: 'present', asset: 'app.js' } },
  get_problem: { path: { slug: 'illegal-move' } },
  sign_in: { body: () => ({ credential: tests.google.token() }) },
  refresh_session: { body: () => ({ refresh_token: anna.session.refresh_token }) },
  create_token: { body: { name: 'a program', scopes: ['read'] } },
  change_account: { body: {} },
  list_players: { query: { name: 'nobody' } },
  create_game: { body: { opponent: { type: 'local' } } },
  list_games: { query: { status: 'live' } },
  play_move: { path: { ply: 2 }, body: { square: 'd6' } },
  undo_game: { path: { branch: 1 } },
  resign_game: { body: { seat: 'black' } },
  list_legal_moves: { body: { transcript: 'f5' } },
  choose_move: { body: { transcript: 'f5', level: 'easy' } },
  analyse_position: { body: { transcript: 'f5', depth: 2 } },
};

function ask({ id, method, path }, game, options) {
  const { path: values, body, query } = requests[id] ?? {};
  const all = { id: game.id, player: game.players.black.id, other: game.players.white.id, ladder: 'live', rank: 1, ...values };
  const target = path.replace(/\{([^}]+)\}/g, (_, name) => all[name]);
  const sent = typeof body === 'function' ? body() : body;
  return tests.alice.request(method, target, { body: sent, query, ...options });
}

const untilReady = () => until('it is ready', async () => (await tests.api.get('/readyz')).status === 200);

/** Stops the database while `use` runs. */
async function withoutDatabase(use) {
  await tests.database.server.stop();
  try {
    return await use();
  } finally {
    await tests.database.server.start();
    await untilReady();
  }
}

test('while the database is away each operation that needs it says so; the others go on', async () => {
  const game = await play(tests.alice, await newLocal(tests.alice), 'f5');
  await withoutDatabase(async () => {
    for (const operation of contract.operations) {
      const token = independent.has(operation.id) ? null : undefined;
      const answer = await ask(operation, game, { token });
      if (independent.has(operation.id)) {
        assert.equal(answer.status, 200, `${operation.id}: ${answer.text}`);
        continue;
      }
      isProblem(answer, 503, 'database-unavailable');
      assert.ok(Number(answer.headers['retry-after']) >= 1, operation.id);
      assert.equal(answer.json.state, undefined);
    }
  });
  assert.deepEqual(lasting(await read(tests.alice, game)), lasting(game));
});

test('what is wrong with a request itself is said all the same', async () => {
  const game = await newLocal(tests.alice);
  await withoutDatabase(async () => {
    isProblem(await tests.alice.get('/v1/games/x'), 400, 'invalid-path');
    isProblem(await tests.alice.put(`/v1/games/${game.id}/moves/1`, { square: 'i9' }), 400, 'invalid-field');
    isProblem(await tests.alice.post('/v1/games', {}), 400, 'missing-field');
    isProblem(await tests.api.as('rvg_junk').get('/v1/account'), 401, 'token-invalid');
    isProblem(await tests.alice.get('/v1/nothing'), 404, 'route-not-found');
  });
});

test('a game goes on after the outage, repeated moves count once', async () => {
  let game = await play(tests.alice, await newLocal(tests.alice), 'f5');
  await withoutDatabase(async () => {
    isProblem(await move(tests.alice, game, 'd6'), 503, 'database-unavailable');
    isProblem(await move(tests.alice, game, 'd6'), 503, 'database-unavailable');
  });
  game = await play(tests.alice, game, 'd6');
  assert.equal(game.ply, 2);
  agrees(game, replayOf(game));
});

test('the AI moves when the database is back', async () => {
  let game = await newAgainst(tests.alice, 'hard');
  game = await play(tests.alice, game, 'f5');
  await withoutDatabase(() => untilParked(tests.api, 0));
  const moved = await until('the AI has moved', async () => {
    const now = await read(tests.alice, game);
    return now.ply === 2 ? now : undefined;
  });
  assert.equal(moved.last_move.color, 'white');
  agrees(moved, replayOf(moved));
});

test('a stream stays open through an outage, and goes on', async () => {
  const game = await newLocal(tests.alice);
  const stream = await tests.alice.stream(`/v1/games/${game.id}/events`);
  await stream.next();
  await withoutDatabase(() => assert.doesNotReject(tests.api.get('/healthz', { expect: 200 })));
  await play(tests.alice, game, 'f5');
  assert.equal((await stream.next()).game.moves, 'f5');
  stream.close();
});

test('a waiting request survives an outage or is told of it', async () => {
  const game = await newLocal(tests.alice);
  const path = `/v1/games/${game.id}`;
  const { etag } = (await tests.alice.get(path)).headers;
  const waiting = tests.alice.get(path, { headers: { 'If-None-Match': etag }, query: { wait: 20 } });
  await untilParked(tests.api, 1);
  await withoutDatabase(() => tests.api.get('/healthz', { expect: 200 }));
  await play(tests.alice, game, 'f5');
  const answer = await waiting;
  if (answer.status === 200) assert.equal(answer.json.moves, 'f5');
  else isProblem(answer, 503, 'database-unavailable');
});

/** What ends the token that it is asked with. */
const ending = new Set(['sign_in', 'end_session', 'end_sessions', 'delete_account']);

const terminate = () =>
  tests.database.sql(
    `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'reversid' AND datname = current_database()`,
    'admin',
  );

test('after all connections were cut the next request works, of every kind', async () => {
  for (const operation of contract.operations) {
    if (operation.id.startsWith('stream_')) continue;
    const game = await play(tests.alice, await newLocal(tests.alice), 'f5');
    const options = ending.has(operation.id) ? { token: (await tests.api.guest()).token } : {};
    await terminate();
    const answers = [await ask(operation, game, options)];
    while (answers.at(-1).status === 503 && answers.length < 5) answers.push(await ask(operation, game, options));
    const last = answers.at(-1);
    assert.ok(last.status < 500, `${operation.id}: ${last.text}`);
    assert.ok(answers.length <= 5);
  }
});

test('games go on while connections are cut again and again; each acknowledged move stays', async () => {
  let going = true;
  const cutting = (async () => {
    while (going) await terminate();
  })();
  const playOne = async () => {
    let game;
    await until('a game can be made', async () => {
      const { status, json } = await tests.alice.post('/v1/games', { opponent: { type: 'local' } });
      game = json;
      return status === 201;
    });
    for (let ply = 0; ply < 12; ply += 1) {
      const [{ square }] = game.legal_moves;
      const next = await until('a move counts', async () => {
        const answer = await move(tests.alice, game, square);
        if (answer.status === 503) return undefined;
        assert.ok([200, 201].includes(answer.status), answer.text);
        return answer.json;
      });
      assert.equal(next.moves, game.moves + square);
      game = next;
    }
    return game;
  };
  const games = await Promise.all(Array.from({ length: 8 }, playOne));
  going = false;
  await cutting;
  for (const game of games) {
    const now = await until('it can be read', async () => {
      const { status, json } = await tests.alice.get(`/v1/games/${game.id}`);
      return status === 200 && json;
    });
    assert.deepEqual(lasting(now), lasting(game));
  }
});

test('a database that does not answer in time is told of as one that is away', async () => {
  const game = await play(tests.alice, await newLocal(tests.alice), 'f5');
  const release = await tests.database.lock('games');
  const answers = await Promise.all([
    tests.alice.get(`/v1/games/${game.id}`),
    move(tests.alice, game, 'd6'),
    tests.api.get('/v1/games?status=live'),
  ]);
  for (const answer of answers) isProblem(answer, 503, 'database-unavailable');
  await release();
  assert.deepEqual(lasting(await read(tests.alice, game)), lasting(game));
});
