// Real games, move by move over HTTP: 200 tournament games where they are at hand, else our own; chosen for many passes,
// wipe-outs and early ends. After each move the answer must be what an independent replay of the record says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, newLocal, play } from '../support/play.mjs';
import { describe, ownGames, tournamentGames } from '../support/records.mjs';
import { Replay, squaresOf } from '../support/rules.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();
const gamesWanted = 200;
const atOnce = 8;
const everyNth = 50;

const byLength = (one, two) => one.moves.length - two.moves.length;
const byPasses = (one, two) => two.passes - one.passes;

/** The shortest games, among them the wipe-outs, and of every fiftieth those with the most passes. */
function choose(all) {
  const shortest = [...all]
    .sort(byLength)
    .slice(0, gamesWanted / 2)
    .map(describe);
  const chosen = new Set(shortest.map((each) => each.moves));
  const sample = all.filter((each, index) => index % everyNth === 0 && !chosen.has(each.moves)).map(describe);
  return [...shortest, ...sample.sort(byPasses).slice(0, gamesWanted / 2)];
}

function games() {
  const tournament = tournamentGames();
  return tournament.length ? choose(tournament) : ownGames().slice(0, gamesWanted).map(describe);
}

async function playRecord({ moves, score, black, white }) {
  const expected = new Replay();
  let game = await newLocal(tests.alice);
  for (const square of squaresOf(moves)) {
    expected.play(square);
    game = await play(tests.alice, game, square);
    agrees(game, expected);
    assert.equal(game.last_move.passed, expected.plies.at(-1).passed);
  }
  assert.equal(game.status, 'finished', moves);
  if (score !== undefined) assert.equal(game.result.empties_to_winner[0], score, moves);
  else assert.deepEqual([game.result.black, game.result.white], [black, white], moves);
}

test('recorded games are played as they were recorded', async (t) => {
  const chosen = games();
  const passes = chosen.reduce((sum, each) => sum + each.passes, 0);
  const wipeOuts = chosen.filter((each) => each.wipeOut).length;
  const early = chosen.filter((each) => each.empty > 0).length;
  t.diagnostic(`${chosen.length} games, ${passes} passes, ${wipeOuts} wipe-outs, ${early} that ended early`);
  assert.ok(passes > 100 && wipeOuts > 0 && early > 10);
  const left = [...chosen];
  const player = async () => {
    for (let record = left.pop(); record; record = left.pop()) await playRecord(record);
  };
  await Promise.all(Array.from({ length: atOnce }, player));
});
