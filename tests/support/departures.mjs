/** Steps of scenarios in which players delete their accounts, and of what a job does about what they leave. */
import { until } from './play.mjs';

export const erase = (client) => client.delete('/v1/account', { expect: 202 });

/** Waits until the job has nothing left to do about somebody, with the second look that it takes a minute later at once. */
export async function untilGone(database, { player }) {
  const row = `FROM departures WHERE player_id = '${player.id}'`;
  await until('the job has looked', async () => (await database.sql(`SELECT lease_until > created_at ${row}`)) === 't');
  await database.sql(
    `UPDATE departures SET created_at = created_at - interval '2 minutes', lease_until = now() - interval '1 second'
      WHERE player_id = '${player.id}'`,
  );
  await until('nothing is left to do', async () => (await database.sql(`SELECT done_at IS NOT NULL ${row}`)) === 't');
}

/** Has the job leave alone whoever goes from now on, until that is over and their lease is. */
export const putOff = (database) =>
  database.sql(
    `CREATE FUNCTION put_off() RETURNS trigger LANGUAGE plpgsql AS
       'BEGIN NEW.lease_until = now() + interval ''1 hour''; RETURN NEW; END';
     CREATE TRIGGER put_off BEFORE INSERT ON departures FOR EACH ROW EXECUTE FUNCTION put_off()`,
  );
export const putOffNoMore = (database) => database.sql('DROP TRIGGER put_off ON departures; DROP FUNCTION put_off');
