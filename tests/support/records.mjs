/**
 * Recorded games: the project's own, and where larger data are at hand (REVERSI_DATA, or ../shared/data beside the
 * project) those of tournaments.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { replay } from './rules.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The project's games, chosen for passes, wipe-outs and early ends: [{ moves, black, white, passes }]. */
export function ownGames() {
  return readFileSync(join(root, 'tests/golden/games.txt'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [moves, black, white, passes] = line.split(' ');
      return { moves, black: Number(black), white: Number(white), passes: Number(passes) };
    });
}

/** Tournament games: [{ moves, score }], score: black's discs with empty squares given to the winner; [] where none. */
export function tournamentGames() {
  const folder = join(process.env.REVERSI_DATA ?? join(root, '../shared/data'), 'games');
  if (!existsSync(folder)) return [];
  const [file] = readdirSync(folder).filter((name) => /^wthor-.*\.txt\.gz$/.test(name));
  if (!file) return [];
  return gunzipSync(readFileSync(join(folder, file)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => {
      const [moves, score] = line.split(' ');
      return { moves, score: Number(score) };
    });
}

/** How many passes a game has, and whether somebody was wiped out. */
export function describe(game) {
  const { plies, discs, startPassed } = replay(game.moves);
  const passes = plies.filter((each) => each.passed).length + (startPassed ? 1 : 0);
  return { ...game, passes, wipeOut: discs.black === 0 || discs.white === 0, empty: discs.empty };
}
