import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { areas } from '../areas.ts';
import { systemContext, type Scope } from '../platform/context.ts';
import { createConnectionPool, type ConnectionPool } from '../platform/database/connection-pool.ts';
import type { EntityDeclaration, Property } from '../platform/odata/entity.ts';
import { modelOf } from '../platform/odata/entity-model.ts';
import { parseListQuery } from '../platform/odata/list-query.ts';
import { listStatement } from '../platform/odata/list-statement.ts';
import { fillTable, filledTenant, fillTenants } from '../testing/fill-table.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { TurnableClock } from '../testing/turnable-clock.ts';
import { planFaults, type PlanNode } from './plan-faults.ts';

/** A deep run fills every table that names an index, one after the other; any other run one of them, with less. */
const isDeep = process.env['CFS_TEST_DEEP'] === '1';
const size = isDeep ? { rows: 1_000_000, tenants: 500 } : { rows: 20_000, tenants: 100 };

const indexesOf = ({ properties }: EntityDeclaration): readonly (readonly [string, Property])[] =>
  Object.entries(properties).filter(([, { sort }]) => typeof sort === 'object');
/** Tenants are the 500 that all the others belong to. */
const entities = areas
  .flatMap((area) => area.entities ?? [])
  .filter((entity) => indexesOf(entity).length > 0 && entity.table !== 'tenants')
  .filter(({ table }) => isDeep || table === 'locations');
const tables = [...new Set(entities.map(({ table }) => table))].toSorted();

const clock = new TurnableClock();
let database: TestDatabase;
let planner: ConnectionPool;

beforeAll(async () => {
  database = await createTestDatabase();
  await fillTenants(database, size.tenants, clock.now());
  for (const [name, scope] of widths)
    await database.asOwner(`select gate.define_scope($1, $2, $3, $4)`, [
      name,
      scope.kind === 'all',
      scope.kind === 'all' ? [] : scope.tenantIds,
      clock.now(),
    ]);
  planner = createConnectionPool({
    connection: database.connections.app,
    name: 'plans',
    size: 1,
    statementTimeout: 0,
    acquireTimeout: 30_000,
    onIdleError: () => undefined,
  });
});
afterAll(async () => {
  await planner.close();
  await database.drop();
});

const tenants = (from: number, count: number, step = 1): Scope => ({
  kind: 'tenants',
  tenantIds: Array.from({ length: count }, (_, index) => filledTenant(from + index * step)),
});
const widths: readonly (readonly [string, Scope])[] = [
  ['the largest tenant', tenants(1, 1)],
  ['a small tenant', tenants(size.tenants, 1)],
  ['thirty tenants', tenants(1, 30, 3)],
  ['ninety tenants', tenants(1, 90)],
  ['all tenants', { kind: 'all' }],
];

const planOf = (entity: EntityDeclaration, width: string, scope: Scope, query: string): Promise<PlanNode> =>
  planner.use(undefined, async (connection) => {
    const [tenantId] = scope.kind === 'all' ? [filledTenant(1)] : scope.tenantIds;
    const context = {
      ...systemContext({ name: 'plans', clock, tenantId: tenantId ?? filledTenant(1) }),
      scopeOf: () => scope,
    };
    const { statement } = listStatement({ declaration: entity, context, query: parseListQuery(query) });
    await connection.query(`select set_config('cfs.scope', $1, false)`, [width]);
    const explained = await connection.query(`explain (format json) ${statement.text}`, statement.values);
    const [row] = explained.rows as { 'QUERY PLAN': [{ Plan: PlanNode }] }[];
    if (!row) throw new Error('There is no plan.');
    return row['QUERY PLAN'][0].Plan;
  });

/** The last rows of the first hundredth, of the first 10,000 in a deep run. */
const far = `$top=10&$skip=${size.rows / 100 - 10}`;

const literalOf = ({ type, enumeration }: Property): string => {
  const [name] = Object.keys(enumeration ?? {});
  if (name !== undefined) return `'${name}'`;
  if (type === 'guid') return '0000000a-0000-4000-8000-00000000000a';
  if (type === 'dateTimeOffset') return '2026-03-01T00:00:00Z';
  return type === 'string' ? `'Name 77'` : '77';
};

const queriesOf = (entity: EntityDeclaration): string[] =>
  indexesOf(entity).flatMap(([name, property]) => {
    const equal = property.filter === false ? undefined : `$filter=${name} eq ${literalOf(property)}`;
    return [
      ...['asc', 'desc'].flatMap((direction) => [
        `$orderby=${name} ${direction}&$top=10`,
        `$orderby=${name} ${direction}&${far}`,
      ]),
      ...(equal === undefined
        ? []
        : [`${equal}&$orderby=${name}&$top=10`, `${equal}&$orderby=${name}&${far}`, `${equal}&$top=0&$count=true`]),
    ];
  });

describe.each(tables)('a table %s of many rows', (table) => {
  const held = entities.filter((entity) => entity.table === table);

  beforeAll(() => fillTable(database, table, size), 600_000);
  afterAll(() => database.asOwner(`truncate cfs.${table} cascade`));

  describe.each(held)('as the set $set', (entity) => {
    const reached = entity.reach === 'context' ? widths.slice(0, 2) : widths;

    test.each(reached)('serves %s by the indexes that it names', async (width, scope) => {
      for (const query of queriesOf(entity)) {
        const plan = await planOf(entity, width, scope, query);
        expect(planFaults(plan, table), `${query}\n${JSON.stringify(plan, undefined, 1)}`).toEqual([]);
      }
    });

    test.each(modelOf(entity).searchable ? reached : [])('finds a rare word of %s by ids', async (width, scope) => {
      const plan = JSON.stringify(await planOf(entity, width, scope, '$search=c4ca4238a0b9&$top=10'));
      expect(plan).toContain(`"Function Name":"search_${table}"`);
    });
  });
});
