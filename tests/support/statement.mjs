/** The statements that the service puts to its database, as the build makes them of sql/queries and sql/columns. */
import { readFileSync } from 'node:fs';

const sql = (path) => readFileSync(new URL(`../../sql/${path}.sql`, import.meta.url), 'utf8');

/** The text of one, with its header. */
export function statementText(name) {
  return sql(`queries/${name}`).replace(/@(\w+)_columns@/g, (_, row) => sql(`columns/${row}`).trim());
}
