/** Games between two people, for tests of what happens in them: made on one device, then the white seat is given away. */
import { newLocal, read } from './play.mjs';

/**
 * A game between two people, black's turn.
 *
 * @param database  of makeDatabase()
 * @param black     client of one who holds a token, with `player`
 * @param white     the other one
 * @param more      clock, wins_needed, opening, …
 * @return          the game as black sees it
 */
export async function newBetween(database, black, white, more = {}) {
  const { id } = await newLocal(black, more);
  await database.sql(
    `UPDATE games
        SET white_player = '${white.player.id}', white_name = '${white.player.name}',
            deadline_at = coalesce(deadline_at, turn_started_at + interval '30 days')
      WHERE id = '${id}'`,
  );
  return read(black, { id });
}

/** Whoever has the turn of a game: one of two clients, black's first. */
export function mover(game, black, white) {
  return game.turn === 'black' ? black : white;
}

/** Lets the deadline of a game's turn pass by so many milliseconds, as if the turn had begun earlier. */
export function letPass(database, { id }, ms) {
  const earlier = `interval '${ms} milliseconds'`;
  return database.sql(
    `UPDATE games SET deadline_at = deadline_at - ${earlier}, turn_started_at = turn_started_at - ${earlier} WHERE id = '${id}'`,
  );
}

/**
 * Copies a game, and its match where it has one, many times over.
 *
 * @param ids      of the copies
 * @param columns  SQL by column for what is different in them; `n` is the copy's number from 1 on
 */
export async function copyGame(database, { id, match }, ids, columns = {}) {
  const copy = async (table, changes) => {
    const names = await database.sql(
      `SELECT string_agg(column_name, ',' ORDER BY ordinal_position) FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = '${table}' AND is_generated = 'NEVER'`,
    );
    const values = names.split(',').map((name) => changes[name] ?? `original.${name}`);
    await database.sql(
      `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table} AS original,
         unnest('{${ids}}'::uuid[]) WITH ORDINALITY AS copies (copy, n) WHERE original.id = '${id}'`,
    );
  };
  await copy('games', { id: 'copy', ...(match ? { match_id: 'copy' } : {}), ...columns });
  if (match) await copy('matches', { id: 'copy' });
}
