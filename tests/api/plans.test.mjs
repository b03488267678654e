// Plans that are kept for whatever parameters come, of statements for which another plan would do as long as tables are small.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceForTests } from '../support/service.mjs';
import { statementText } from '../support/statement.mjs';

const tests = serviceForTests();

// Statements that deal with a batch of what is due: their tables are mostly empty, and so is the table that their plan was made for.

const backlog = 4000;
const batch = 200;
const long = `now() - interval '1 day' - n * interval '1 second'`;
const hash = 'sha256(n::text::bytea)';
const id = 'gen_random_uuid()';
const numbered = `('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;

/** By statement: its arguments, and by table what its rows consist of, where `n` counts them. */
const batches = {
  fold_ladder: {
    arguments: `'live', ${batch}`,
    tables: { ladder_deltas: { ladder: `'live'`, player_id: id, seq: 1, entered_points: '1000 + n % 100' }, ladder_points: {} },
  },
  delete_ended_analyses: { tables: { studies: { id, strength: `'own'`, updated_at: long } } },
  delete_ended_challenges: {
    tables: { challenges: { id, code: 'n', expires_at: long }, invitation_codes: { code: 'n' } },
  },
  delete_ended_seeks: { tables: { seeks: { id, alive_until: long } } },
  delete_ended_sessions: {
    tables: { sessions: { player_id: id, id, expires_at: long }, nonces: { hash, expires_at: long } },
  },
  delete_old_erasures: { tables: { erased_identities: { hash, erased_at: long } } },
  delete_old_outages: { tables: { outages: { seq: 'n - 5000', ended_at: long } } },
  delete_done_departures: {
    tables: {
      players: { id: numbered, kind: `'erased'` },
      departures: { player_id: numbered, done_at: long },
      tokens: {},
      sessions: {},
      blocks: {},
      seekers: {},
    },
  },
  delete_stale_guests: {
    tables: {
      players: { id: numbered, kind: `'guest'` },
      tokens: { player_id: numbered, hash, expires_at: long },
      blocks: {},
      seekers: {},
    },
  },
};

/** Empty tables of the session's own under the same names, with the indexes but without what else a row must have. */
const standIn = (table) => `
  CREATE TEMP TABLE ${table} (LIKE ${table} INCLUDING INDEXES);
  DO $$ DECLARE name name; BEGIN
    FOR name IN SELECT attname FROM pg_attribute a
                 WHERE attrelid = 'pg_temp.${table}'::regclass AND attnum > 0 AND attnotnull
                   AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = attrelid AND indisprimary AND attnum = ANY (indkey))
    LOOP EXECUTE format('ALTER TABLE pg_temp.${table} ALTER %I DROP NOT NULL', name); END LOOP;
  END $$;`;

const fill = (table, columns, from, to) =>
  Object.keys(columns).length === 0
    ? ''
    : `INSERT INTO ${table} (${Object.keys(columns)}) SELECT ${Object.values(columns)} FROM generate_series(${from}, ${to}) AS n;`;

/** How many rows the steps of a plan looked at, all together. */
function looked({ Plans: steps = [], ...step }) {
  const dropped = (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0);
  const own = (step['Actual Rows'] + dropped) * step['Actual Loops'];
  return steps.reduce((sum, each) => sum + looked(each), own);
}

/** How many rows a plan deletes. */
function deleted({ Plans: steps = [], ...step }) {
  return steps.reduce((sum, each) => sum + deleted(each), step.Operation === 'Delete' ? step['Actual Rows'] : 0);
}

for (const [name, { tables, arguments: given }] of Object.entries(batches)) {
  test(`${name} looks at each row a few times at most, whatever its plan was made for`, async () => {
    const text = statementText(name);
    const entries = Object.entries(tables);
    const rows = await tests.database.sql(`
      SET plan_cache_mode = force_generic_plan;
      ${entries.map(([table]) => standIn(table)).join('')}
      PREPARE statement${given ? '' : ' (timestamptz, bigint)'} AS ${text};
      ${entries.map(([table, columns]) => fill(table, columns, 0, 0)).join('')}
      ANALYZE ${Object.keys(tables)};
      EXECUTE statement (${given ?? `'2000-01-01', ${batch}`});
      ${entries.map(([table, columns]) => fill(table, columns, 1, backlog)).join('')}
      EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE statement (${given ?? `now() - interval '1 hour', ${batch}`})`);
    const [{ Plan: plan }] = JSON.parse(rows.slice(rows.indexOf('[')));
    assert.ok(deleted(plan) >= batch, 'a batch is deleted');
    assert.ok(looked(plan) < 20 * backlog, `${looked(plan)} rows were looked at`);
  });
}

// Statements that ask a view for one ladder: what others have moved on theirs must not be looked at.

const ladders = {
  get_ladder_total: `text`,
  list_ladder_points: `text, integer`,
  list_ladder_from_rank: `text, bigint, bigint`,
  list_ladder_after: `text, integer, timestamptz, uuid, bigint`,
  list_ladder_around: `text, uuid, bigint`,
};

/** All steps of a plan, one list. */
const stepsOf = (step) => [step, ...(step.Plans ?? []).flatMap(stepsOf)];

const conditions = (step) => [step.Filter, step['Index Cond'], step['Recheck Cond']].filter(Boolean).join(' ');

for (const [name, types] of Object.entries(ladders)) {
  test(`${name} asks for its own ladder's counts and moves alone, each once`, async () => {
    const nulls = types.split(',').map(() => 'NULL');
    const rows = await tests.database.sql(`
      SET plan_cache_mode = force_generic_plan;
      PREPARE statement (${types}) AS ${statementText(name)};
      EXPLAIN (FORMAT JSON) EXECUTE statement (${nulls})`);
    const [{ Plan: plan }] = JSON.parse(rows);
    for (const table of ['ladder_points', 'ladder_deltas']) {
      const scans = stepsOf(plan).filter((step) => step['Relation Name'] === table);
      assert.equal(scans.length, 1, table);
      assert.match(conditions(scans[0]), /\bladder = \$1/, table);
    }
  });
}

const pages = {
  list_ladder_from_rank: `'live', 1, 101`,
  list_ladder_after: `'live', 9000000, 'infinity', '${'f'.repeat(32)}', 101`,
  list_ladder_around: `'live', md5('10')::uuid, 50`,
};

test('a page of a ladder reads one change of each player, however many games were played lately', async () => {
  const players = 20;
  const changes = (from, to) => `
    INSERT INTO rating_changes
    SELECT md5(player::text)::uuid, 'live', seq, gen_random_uuid(), gen_random_uuid(), 'won', 1000000, 1000000, now() - interval '1 day' + seq * interval '1 second'
      FROM generate_series(1, ${players}) AS player, generate_series(${from}, ${to}) AS seq;`;
  const names = Object.keys(pages);
  const each = (sql) => names.map(sql).join('');
  const rows = await tests.database.sql(`
    BEGIN;
    SET LOCAL plan_cache_mode = force_generic_plan;
    SET LOCAL enable_seqscan = off; -- the tables are small here, which would do without indexes
    SET LOCAL enable_bitmapscan = off;
    INSERT INTO ratings SELECT md5(n::text)::uuid, 'live', 1000000 + n, 1000, 1000, 0, 0, now(), true, 1000 FROM generate_series(1, ${players}) AS n;
    INSERT INTO ladder_points SELECT 'live', (rating + 500) / 1000, count(*) FROM ratings WHERE ranked AND ladder = 'live' GROUP BY 2;
    ${changes(1, 1)}
    ANALYZE ratings, rating_changes;
    ${each((name) => `PREPARE ${name} (${ladders[name]}) AS ${statementText(name)}; EXECUTE ${name} (${pages[name]});`)}
    ${changes(2, 300)}
    ${each((name) => `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE ${name} (${pages[name]});`)}
    ROLLBACK`);
  const plans = rows.match(/^\[\n[^]*?^\]$/gm).map((text) => JSON.parse(text)[0].Plan);
  assert.equal(plans.length, names.length);
  plans.forEach((plan, index) => {
    assert.equal(plan['Actual Rows'], players, names[index]);
    const scans = stepsOf(plan).filter((step) => step['Relation Name'] === 'rating_changes');
    assert.deepEqual(scans.map((step) => step['Actual Rows'] * step['Actual Loops']), [players], names[index]);
  });
});
