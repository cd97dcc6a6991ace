import { afterAll, beforeAll, expect, test } from 'vitest';
import { areas } from '../areas.ts';
import { tableAuditsOf } from '../platform/audit/table-audits-of.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { auditedRoutes } from './audited-routes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('exactly the existing tables are declared with what a write to them records', async () => {
  const tables = await database.asOwner<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'cfs'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  expect(Object.keys(tableAuditsOf(areas)).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

test('no table is declared by two areas', () => {
  const claimed = areas.flatMap(({ tables }) => Object.keys(tables ?? {}));
  expect(claimed.filter((table, at) => claimed.indexOf(table) !== at)).toEqual([]);
});

test('every entity that a route records is declared by a table, or is a command on an action or a match', () => {
  const asked = new Set(Object.values(tableAuditsOf(areas)).flatMap((audit) => ('exempt' in audit ? [] : [...audit])));
  const recorded = Object.values(auditedRoutes).flatMap((records) => records.map(([entity]) => entity));
  expect([...new Set(recorded)].filter((entity) => !asked.has(entity))).toEqual(['ActionTest', 'RuleMatch']);
});
