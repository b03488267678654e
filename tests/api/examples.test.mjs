// The documentation's examples tell the truth: what the service answers now is what they show, and every game in them
// could have been played.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExamples } from '../../web/docs/bundle.mjs';
import { gamesIn } from '../support/game.mjs';
import { targetOf } from '../support/mock.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();
const examples = readExamples();

/** Operations whose answer depends on the request alone. A move or a value may change with the engine. */
const settled = ['list_legal_moves', 'get_options', 'get_problem', 'get_health', 'get_ready'];

for (const example of examples.filter((each) => settled.includes(each.operation))) {
  if (example.name === 'no_database') continue;
  test(`${example.operation}/${example.name} is what the service answers`, async () => {
    const { request, response } = example;
    const { method } = tests.api.contract.byId(example.operation);
    const answer = await tests.api.request(method, targetOf(example), { body: request?.body });
    const { request_id: id } = answer.json;
    const shown = response.status >= 400 ? { ...response.body, request_id: id } : response.body;
    assert.equal(answer.status, response.status);
    assert.deepEqual(answer.json, shown);
  });
}

test('every game in the examples could have been played', async () => {
  for (const { operation, name, response } of examples) {
    for (const [at, game] of gamesIn(response.body)) {
      const body =
        game.opening === 'original'
          ? { opening: 'original', transcript: game.moves }
          : { position: game.start_position, transcript: game.moves };
      const { json } = await tests.api.post('/v1/positions/legal-moves', body, { expect: 200 });
      const { board, turn, legal_moves: moves, passed, discs } = json;
      const over = game.turn === null ? { turn: null, legal_moves: [] } : { turn, legal_moves: moves };
      const { board: shown, turn: itsTurn, legal_moves: itsMoves, passed: itsPassed, discs: itsDiscs } = game;
      assert.deepEqual(
        { board: shown, turn: itsTurn, legal_moves: itsMoves, passed: itsPassed, discs: itsDiscs },
        { board, ...over, passed, discs },
        `${operation}/${name}${at}`,
      );
    }
  }
});
