// Killed at each point while a game of a match ends: afterwards it is wholly ended (result, score, next game), or not at all.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect } from '../support/client.mjs';
import { makeDatabase } from '../support/database.mjs';
import { newBetween } from '../support/people.mjs';
import { play, read } from '../support/play.mjs';
import { startService } from '../support/service.mjs';

let database;
let service;
let api;
let alice;
let bob;
before(async () => {
  database = await makeDatabase();
  service = await startService({ database });
  api = connect(service.url);
  [alice, bob] = [await api.guest(), await api.guest()];
});
after(async () => {
  api.close();
  await service.stop();
  await database.drop();
});

/** Each point, and whether the game has ended when the service is killed there; undefined: it may. */
const points = [
  ['sent begin', false],
  ['sent change_game', false],
  ['sent add_game', false],
  ['sent change_match', false],
  ['sent commit', undefined],
  ['committed', true],
  ['answering', true],
];

/** Ways in which a game ends and another begins. */
const endings = {
  resignation: (client, game) => client.put(`/v1/games/${game.id}/resignation`),
  agreement: (client, game) => client.put(`/v1/games/${game.id}/draw-offer/acceptance`),
  'last move': (client, game) => client.put(`/v1/games/${game.id}/moves/${game.next_ply}`, { square: game.legal_moves[0].square }),
};

/** A game in which black is to move and one move ends it, with a draw offer of white's. */
async function almostOver() {
  const position = `XOOOOOO-OOOOOOXXOOOOOOXX${'X'.repeat(40)} X`;
  const game = await newBetween(database, alice, bob, { opening: 'position', position, wins_needed: 3 });
  await bob.put(`/v1/games/${game.id}/draw-offer`, undefined, { expect: 200 });
  return read(alice, game);
}

/** What of the end of a game there is: [result, score counts it, next game]. */
async function traces(game) {
  const now = await read(alice, game);
  const { json: match } = await alice.get(`/v1/matches/${game.id}`, { expect: 200 });
  const { json } = await alice.get('/v1/games', { query: { ids: match.games.map(({ id }) => id).join(',') } });
  return [now.status === 'finished', match.version === 2 && match.game_number === 2, json.items.length === 2];
}

/** Sends a command to a service of its own that is killed at a point. */
async function strike(point, command, game) {
  const mortal = await startService({ database, env: { REVERSID_FAULT: point } });
  const client = connect(mortal.url);
  await assert.rejects(command(client.as(alice.token), game), 'it was killed before it answered');
  client.close();
  const { signal } = await mortal.ended;
  assert.equal(signal, 'SIGKILL');
  assert.equal(mortal.report, '');
}

for (const [ending, command] of Object.entries(endings)) {
  for (const [point, ended] of points) {
    test(`${ending}, killed at "${point}"`, async () => {
      const game = await almostOver();
      await strike(point, command, game);
      const there = await traces(game);
      assert.equal(new Set(there).size, 1, `all of it or nothing: ${there}`);
      if (ended !== undefined) assert.equal(there[0], ended);
      const again = await command(alice, game);
      assert.ok([200, 201].includes(again.status), again.text);
      assert.equal(again.headers['idempotent-replay'] === 'true', there[0], 'sent again, it is done once');
      assert.deepEqual(await traces(game), [true, true, true]);
      const next = await read(alice, { id: again.json.match.next_game_id });
      await play(next.turn === 'black' ? bob : alice, next, next.legal_moves[0].square);
    });
  }
}
