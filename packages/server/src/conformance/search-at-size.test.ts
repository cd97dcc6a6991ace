import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemTenantId } from '../platform/context.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { TurnableClock } from '../testing/turnable-clock.ts';

const rows = 20_000;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  // Few rows in a block, so that few rows are as many blocks as a large table has.
  await database.asOwner('alter table cfs.locations set (fillfactor = 10)');
  await database.asOwner(
    `insert into cfs.locations (tenant_id, location_id, name, city, created, created_by, modified, modified_by)
     select $1, gen_random_uuid(), 'Site ' || n || case when n % 1000 = 0 then ' 100%_sure' else '' end, 'Common Town',
       $2, 't', $2, 't'
     from generate_series(1, ${rows}) n`,
    [systemTenantId, new TurnableClock().now()],
  );
  await database.asOwner('vacuum analyze cfs.locations');
}, 120_000);
afterAll(() => database.drop());

const search = async (terms: readonly string[], atMost = 500): Promise<(string | null)[]> => {
  const found = await database.asOwner<{ id: string | null }>('select id from gate.search_locations($1, $2) id', [
    terms,
    atMost,
  ]);
  return found.map(({ id }) => id).toSorted();
};

const scan = async (terms: readonly string[]): Promise<string[]> => {
  const found = await database.asOwner<{ id: string }>(
    `select location_id as id from cfs.locations
     where (select bool_and(strpos(search_text, term) > 0) from unnest($1::text[]) term)`,
    [terms],
  );
  return found.map(({ id }) => id).toSorted();
};

test('the table is as large as one whose rows are sampled', async () => {
  const [table] = await database.asOwner<{ relpages: number }>(
    `select relpages from pg_class where oid = 'cfs.locations'::regclass`,
  );
  expect(table?.relpages).toBeGreaterThan(2_000);
});

test.each([
  [['site 1234']],
  [['100%_sure']],
  [['common town', '777']],
  [['12', 'sure']],
  [["o'hara"]],
  [['no such site']],
])('%j is found by the ids of all hits', async (terms) => {
  expect(await search(terms)).toEqual(await scan(terms));
});

test.each([[['common']], [['site 1']], [['common', 'town']], [['%']], [['_']]])(
  '%j is too common, or nothing leads to it',
  async (terms) => {
    expect(await search(terms)).toEqual([null]);
  },
);
