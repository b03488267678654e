/** Each statement says what it takes, what it gives, and which shard it asks; each migration is in its place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { files, read } from './tree.mjs';

const queries = files(/^sql\/queries\/.*\.sql$/);

/** The header as { name: '…', parameters: '…', … }, and the statement below it. */
function parts(file) {
  const lines = read(file).trimEnd().split('\n');
  const end = lines.findIndex((line) => !line.startsWith('--'));
  const header = {};
  let field;
  for (const line of lines.slice(0, end)) {
    const [, name, text] = /^-- (name|parameters|rows|shard|fan-out): (.*)$/.exec(line) ?? [];
    if (name) header[(field = name)] = text;
    else header[field] += ` ${line.slice(2).trim()}`;
  }
  return { header, statement: lines.slice(end).join('\n') };
}

/** The highest number of a parameter. */
function parameterCount(text) {
  return Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
}

for (const file of queries) {
  test(`${file} has a header that agrees with the statement`, () => {
    const { header, statement } = parts(file);
    const { name, parameters, rows, shard, 'fan-out': why, ...others } = header;
    assert.deepEqual(others, {});
    assert.equal(`sql/queries/${name}.sql`, file);
    assert.ok(parameters && rows, 'parameters and rows are described');
    assert.ok(Boolean(shard) !== Boolean(why), 'one of shard and fan-out, with its value');
    assert.equal(parameterCount(parameters), parameterCount(statement), 'the highest parameter is described');
    assert.equal(parameters === 'none', parameterCount(statement) === 0);
  });

  test(`${file} is one statement`, () => {
    const { statement } = parts(file);
    assert.doesNotMatch(statement, /;/);
  });

  test(`${file} names the columns that it gives`, () => {
    assert.doesNotMatch(parts(file).statement, /^(SELECT|WITH[\s\S]*\)\s*SELECT)\s+(\w+\.)?\*|RETURNING\s+\*/i);
  });
}

test('queries and the rows of statements.def are the same', () => {
  const rows = [...read('service/store/statements.def').matchAll(/^STATEMENT\((\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(queries.map((file) => file.slice(12, -4)).sort(), rows.sort());
});

test('migrations and the rows of migrations.def are the same, numbered without a gap', () => {
  const rows = [...read('service/store/migrations.def').matchAll(/^MIGRATION\((\d+), (\w+)/gm)].map(
    ([, number, name]) => `${number.padStart(4, '0')}_${name}`,
  );
  const names = files(/^sql\/migrations\/.*\.sql$/).map((file) => file.slice(15, -4));
  assert.deepEqual(names.sort(), rows);
  assert.deepEqual(rows.map((row) => Number(row.slice(0, 4))), rows.map((_, index) => index + 1));
});

test('every table and column that a migration makes has a comment', () => {
  const all = files(/^sql\/migrations\/.*\.sql$/).map(read).join('\n');
  const wanted = [...all.matchAll(/CREATE TABLE (\w+) \(([\s\S]*?)\n\)/g)].flatMap(([, table, body]) => {
    const columns = [...body.matchAll(/^ {2,4}([a-z]\w*) +[a-z]/gm)].map(([, column]) => `COLUMN ${table}.${column}`);
    return [`TABLE ${table}`, ...columns];
  });
  const missing = wanted.filter((thing) => !new RegExp(`COMMENT ON ${thing.replace('.', '\\.')}\\s+IS`).test(all));
  assert.ok(wanted.length > 0);
  assert.deepEqual(missing, []);
});

/** The columns of an enum with this prefix, in its order, in lower case. */
function columnsOf(file, prefix) {
  const [, rows] = new RegExp(`enum \\w+_column \\{([^}]*?)${prefix}_COLUMN_COUNT`).exec(read(file));
  return [...rows.matchAll(new RegExp(`^ *${prefix}_(\\w+)`, 'gm'))].map(([, name]) => name.toLowerCase());
}

const terms = /adds ([\w, ]+?) and (\w+)/i.exec(read('service/store/terms_row.h'));
const termsColumns = [...terms[1].split(', '), terms[2]];

/** By name in sql/columns: where the enum is, and what columns it says otherwise than the table. */
const whole = {
  game: { file: 'service/store/game_row.h' },
  challenge: { file: 'service/store/store_challenges.c', other: { terms: termsColumns } },
  seek: { file: 'service/store/store_seeks.c', other: { terms: termsColumns, status_now: ['status'] } },
  study: { file: 'service/store/store_studies.c' },
  meeting: { file: 'service/store/store_meetings.c' },
};

test('sql/columns has the columns of each whole row in the order of its enum', () => {
  assert.deepEqual(files(/^sql\/columns\//).sort(), Object.keys(whole).map((name) => `sql/columns/${name}.sql`).sort());
  for (const [name, { file, other = {} }] of Object.entries(whole)) {
    const columns = columnsOf(file, name.toUpperCase()).flatMap((column) => other[column] ?? [column]);
    assert.deepEqual(read(`sql/columns/${name}.sql`).trim().split(/,\s+/), columns);
  }
});

test('no query spells the columns of a whole row itself', () => {
  for (const name of Object.keys(whole)) {
    const first = read(`sql/columns/${name}.sql`).split(/,\s+/).slice(0, 5);
    for (const file of queries) assert.doesNotMatch(read(file), new RegExp(first.join(',\\s+')), file);
  }
  for (const file of queries) {
    for (const [, name] of read(file).matchAll(/@(.*?)@/g)) assert.ok(whole[name.replace('_columns', '')], `${file}: ${name}`);
  }
});
