/** Ladders for tests: many players at once, and what a plain count says of where they stand. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../load/players.sql', import.meta.url));

/** Loads so many players; see tests/load/players.sql. */
export async function loadPlayers(database, count) {
  await run('psql', ['-qX', '-v', `count=${count}`, '-f', script, database.url('owner')]);
}

/**
 * The ladder by a plain count: rows in order of { id, rating in thousandths, rank, sharing, seq }, without the histogram.
 */
export async function countedLadder(database, ladder) {
  const rows = await database.sql(`
    SELECT player_id, rating, rank() OVER (ORDER BY (rating + 500) / 1000 DESC),
           count(*) OVER (PARTITION BY (rating + 500) / 1000), seq
      FROM ratings WHERE ranked AND ladder = '${ladder}'
     ORDER BY rating DESC, last_rated_at DESC, player_id DESC`);
  return rows.split('\n').filter(Boolean).map((row) => {
    const [id, rating, rank, sharing, seq] = row.split('|');
    return { id, rating: Number(rating), rank: Number(rank), sharing: Number(sharing), seq: Number(seq) };
  });
}

/** At how many points ladders do not say, at the moment of the query, what a plain count says: how many stand there, and above. */
export const miscounted = `
  SELECT count(*)
    FROM ladder_standings AS said
    FULL JOIN (SELECT ladder, (rating + 500) / 1000 AS points, count(*) AS players,
                      sum(count(*)) OVER (PARTITION BY ladder ORDER BY (rating + 500) / 1000 DESC) - count(*) AS above
                 FROM ratings WHERE ranked GROUP BY 1, 2) AS counted
      ON said.ladder = counted.ladder AND said.points = counted.points
   WHERE coalesce(said.players, 0) <> coalesce(counted.players, 0) OR said.above <> counted.above`;
