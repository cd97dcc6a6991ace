import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemTenantId } from '../platform/context.ts';
import { addTestTenant } from '../testing/test-people.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { ManualClock } from '../testing/manual-clock.ts';

const rows = 20_000;
let database: TestDatabase;
/** A tenant with a few rows that contain none of the words of most rows. */
let smallTenant: string;
/** A tenant with more rows than a search returns, all of which contain the same word. */
let some: string;

beforeAll(async () => {
  database = await createTestDatabase();
  // Few rows per block, so that a small table has as many blocks as a large one.
  await database.asOwner('alter table cfs.locations set (fillfactor = 10)');
  await database.asOwner(
    `insert into cfs.locations (tenant_id, location_id, name, city, created, created_by, modified, modified_by)
     select $1, gen_random_uuid(), 'Site ' || n || case when n % 1000 = 0 then ' 100%_sure' else '' end,
       'Common Town, ' || case when n % 2 = 0 then 'Upper' else 'Lower' end || case when n = 7777 then ' and Upper' else '' end,
       $2, 't', $2, 't'
     from generate_series(1, ${rows}) n`,
    [systemTenantId, new ManualClock().now()],
  );
  const fill = async (name: string, count: number): Promise<string> => {
    const tenantId = await addTestTenant(database, name, new ManualClock().now());
    await database.asOwner(
      `insert into cfs.locations (tenant_id, location_id, name, city, created, created_by, modified, modified_by)
       select $1, gen_random_uuid(), $2 || ' ' || n, 'Elsewhere', $4, 't', $4, 't' from generate_series(1, $3::int) n`,
      [tenantId, name, count, new ManualClock().now()],
    );
    return tenantId;
  };
  smallTenant = await fill('Yard', 20);
  some = await fill('Depot', 600);
  await database.asOwner('vacuum analyze cfs.locations');
});
afterAll(() => database.drop());

const search = async (
  terms: readonly string[],
  tenants: readonly string[] | null = null,
): Promise<(string | null)[]> => {
  const found = await database.asOwner<{ id: string | null }>('select id from gate.search_locations($1, 500, $2) id', [
    terms,
    tenants,
  ]);
  return found.map(({ id }) => id).toSorted();
};

const scan = async (terms: readonly string[], tenants: readonly string[] | null = null): Promise<string[]> => {
  const found = await database.asOwner<{ id: string }>(
    `select location_id as id from cfs.locations
     where (select bool_and(strpos(search_text, term) > 0) from unnest($1::text[]) term)
       and ($2::uuid[] is null or tenant_id = any ($2))`,
    [terms, tenants],
  );
  return found.map(({ id }) => id).toSorted();
};

test('the table is large enough for its rows to be sampled', async () => {
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
  [['upper', 'lower']],
  [['common', 'lower', 'upper']],
  [['common upper']],
  [['town common', 'upper']],
  [['r and u']],
  [['e 7777']],
])('%j is found by the ids of all hits', async (terms) => {
  expect(await search(terms)).toEqual(await scan(terms));
});

test.each([[['common']], [['town common']], [['site 1234']], [['yard']], [['yard 1', 'else']]])(
  '%j is found only among the rows of a few tenants',
  async (terms) => {
    expect(await search(terms, [smallTenant])).toEqual(await scan(terms, [smallTenant]));
    expect(await search(terms, [])).toEqual([]);
  },
);

test.each([[['site 1234']], [['common town', '777']], [['yard 7']], [['upper', 'lower']]])(
  '%j is found only among the rows of one large tenant',
  async (terms) => {
    expect(await search(terms, [systemTenantId])).toEqual(await scan(terms, [systemTenantId]));
  },
);

test('a word that is common within the tenants is too common', async () => {
  expect(await search(['common'], [smallTenant, systemTenantId])).toEqual([null]);
  expect(await search(['depot'], [some])).toEqual([null]);
  expect(await search(['depot 59'], [some])).toHaveLength(11);
});

test.each([[['common']], [['site 1']], [['common', 'town']], [['%']], [['_']]])(
  '%j is too common, or no index leads to it',
  async (terms) => {
    expect(await search(terms)).toEqual([null]);
  },
);
