import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { areas } from '../areas.ts';
import type { EntityDeclaration, Property } from '../platform/odata/entity.ts';
import { modelOf } from '../platform/odata/entity-model.ts';
import type { Cursor } from '../platform/odata/statements/keyset.ts';
import { parseListQuery } from '../platform/odata/query/list-query.ts';
import { listStatement, pageSize } from '../platform/odata/statements/list-statement.ts';
import { entityScope } from '../platform/odata/statements/reach.ts';
import { widthOf } from '../platform/odata/statements/tenant-condition.ts';
import { fillTable } from '../testing/fill-table.ts';
import { isDeep } from '../testing/is-deep.ts';
import { createPlanDatabase, planSize, tenantsOf, type PlanDatabase, type Width } from './plan-database.ts';
import { planFaults, type PlanNode } from './plan-faults.ts';

const indexesOf = ({ properties }: EntityDeclaration): readonly (readonly [string, Property])[] =>
  Object.entries(properties).filter(([, { sort }]) => typeof sort === 'object');
/**
 * A deep run fills every table that names an index, one after the other; any other run fills one of them. The table of
 * tenants is left out, because all other rows belong to its few rows.
 */
const entities = areas
  .flatMap((area) => area.entities ?? [])
  .filter((entity) => indexesOf(entity).length > 0 && entity.table !== 'tenants')
  .filter(({ table }) => isDeep || table === 'locations');
const tables = [...new Set(entities.map(({ table }) => table))].toSorted();

const widths: readonly Width[] = [
  ['the largest tenant', tenantsOf(1, 1)],
  ['a small tenant', tenantsOf(planSize.tenants, 1)],
  ['thirty tenants', tenantsOf(1, 30, 3)],
  ['ninety tenants', tenantsOf(1, 90)],
  ['all tenants', { kind: 'all' }],
];
let plans: PlanDatabase;
beforeAll(async () => {
  plans = await createPlanDatabase(widths);
});
afterAll(() => plans.drop());

const planOf = async (entity: EntityDeclaration, width: Width, query: string, cursor?: Cursor): Promise<PlanNode> => {
  const context = plans.contextOf(width[1]);
  const parsed = parseListQuery(query);
  const asked = cursor === undefined ? parsed : { ...parsed, after: { cursor, passed: pageSize } };
  const { statement } = listStatement({ declaration: entity, context, query: asked });
  const [plan] = await plans.explain(width, () => [statement]);
  if (!plan) throw new Error('There is no plan.');
  return plan;
};

/** The last page of the first hundredth of the rows, which are 10,000 in a deep run. */
const far = `$top=10&$skip=${planSize.rows / 100 - 10}`;

const literalOf = ({ type, enumeration }: Property): string => {
  const [name] = Object.keys(enumeration ?? {});
  if (name !== undefined) return `'${name}'`;
  if (type === 'guid') return '0000000a-0000-4000-8000-00000000000a';
  if (type === 'dateTimeOffset') return '2026-03-01T00:00:00Z';
  return type === 'string' ? `'Name 77'` : '77';
};

const tenant: Property = { type: 'guid', sql: 'tenant_id' };

const valueOf = ({ type, enumeration }: Property): string => {
  if (enumeration) return String(Object.values(enumeration)[1] ?? 0);
  if (type === 'guid') return '0000000a-0000-4000-8000-00000000000a';
  if (type === 'dateTimeOffset') return '2026-03-01 00:00:00.123+00';
  return type === 'string' ? 'Name 77' : '77';
};

/** A cursor far back in the order of an indexed property: its value, the further columns of its index, and the key. */
const cursorOf = (entity: EntityDeclaration, property: Property, [, scope]: Width, isNull: boolean): Cursor => {
  const { keyColumn, key, properties } = entity;
  const ofOne = widthOf(entityScope(plans.contextOf(scope), entity)) === 'one';
  const then = typeof property.sort === 'object' ? (property.sort.then ?? []) : [];
  const rest = then.flatMap((term) => properties[term.property] ?? []).map(valueOf);
  const ties = [property.sql === keyColumn ? undefined : properties[key], ofOne ? undefined : tenant];
  return [isNull ? null : valueOf(property), ...rest, ...ties.flatMap((tie) => (tie ? [valueOf(tie)] : []))];
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

  beforeAll(() => fillTable(plans.database, table, planSize), 600_000);
  afterAll(() => plans.database.asOwner(`truncate cfs.${table} cascade`));

  describe.each(held)('as the set $set', (entity) => {
    const reached = entity.reach === 'context' ? widths.slice(0, 2) : widths;

    test.each(reached)('serves %s with the indexes that it names', async (width, scope) => {
      for (const query of queriesOf(entity)) {
        const plan = await planOf(entity, [width, scope], query);
        expect(planFaults(plan, table), `${query}\n${JSON.stringify(plan, undefined, 1)}`).toEqual([]);
      }
    });

    test.each(reached)('continues from a cursor in %s with the indexes that it names', async (width, scope) => {
      for (const [name, property] of indexesOf(entity))
        for (const direction of ['asc', 'desc'])
          for (const isNull of property.nullable ? [false, true] : [false]) {
            const query = `$orderby=${name} ${direction}&$top=100`;
            const cursor = cursorOf(entity, property, [width, scope], isNull);
            const plan = await planOf(entity, [width, scope], query, cursor);
            const about = `${query} after ${JSON.stringify(cursor)}\n${JSON.stringify(plan, undefined, 1)}`;
            expect(planFaults(plan, table), about).toEqual([]);
          }
    });

    test.each(modelOf(entity).searchable ? reached : [])('finds a rare word of %s by ids', async (width, scope) => {
      const plan = JSON.stringify(await planOf(entity, [width, scope], '$search=c4ca4238a0b9&$top=10'));
      expect(plan).toContain(`"Function Name":"search_${table}"`);
    });
  });
});
