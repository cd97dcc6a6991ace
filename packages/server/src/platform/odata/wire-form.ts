import { nameOf } from '@cfs/contracts/name-of';
import { systemTenantId } from '../context.ts';
import type { EntityDeclaration, Property } from './entity.ts';
import type { EntityBody, EntityRow, EntityWire } from './entity-row.ts';

/** Columns that only the server writes. */
const serverColumns: ReadonlySet<string> = new Set(['tenant_id', 'created', 'created_by', 'modified', 'modified_by']);

/** The wire form of a row's tenant: `null` for rows of the System tenant, which all tenants share. */
export const toTenantId = (tenantId: string): string | null => (tenantId === systemTenantId ? null : tenantId);

/** The properties that are columns, with their column names. */
const storedProperties = ({ properties }: EntityDeclaration): [name: string, column: string, property: Property][] =>
  Object.entries(properties).flatMap(([name, property]) =>
    typeof property.sql === 'string' ? [[name, property.sql, property]] : [],
  );

const toWireValue = (value: unknown, column: string, { enumeration }: Property, isShared: boolean): unknown => {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (isShared && column === 'tenant_id') return toTenantId(value as string);
  return enumeration ? nameOf(enumeration, value as number) : value;
};

/**
 * A row in wire form: every property that is a column, times as ISO 8601 text, enumerations by name, the tenant of a
 * shared row as `null`. `without` names properties that only lists show.
 */
export const toWire = <Entity extends EntityDeclaration, Omitted extends keyof EntityWire<Entity> = never>(
  entity: Entity,
  row: EntityRow<Entity>,
  { without = [] }: { readonly without?: readonly Omitted[] } = {},
): Omit<EntityWire<Entity>, Omitted> => {
  const omitted: ReadonlySet<unknown> = new Set(without);
  const values = new Map(Object.entries(row));
  return Object.fromEntries(
    storedProperties(entity)
      .filter(([name]) => !omitted.has(name))
      .map(([name, column, property]) => [
        name,
        toWireValue(values.get(column), column, property, entity.shared === true),
      ]),
  ) as Omit<EntityWire<Entity>, Omitted>;
};

/**
 * The columns set by a body; absent members are left unchanged. The key, the tenant and the columns of author and time
 * are excluded, because only the server writes them. Enumerations become numbers.
 */
export const toColumns = <Entity extends EntityDeclaration>(
  entity: Entity,
  body: EntityBody<Entity>,
): Partial<EntityRow<Entity>> => {
  const values = new Map<string, unknown>(Object.entries(body));
  return Object.fromEntries(
    storedProperties(entity).flatMap(([name, column, { enumeration }]) => {
      const value = values.get(name);
      if (value === undefined || column === entity.keyColumn || serverColumns.has(column)) return [];
      return [[column, enumeration && typeof value === 'string' ? enumeration[value] : value]];
    }),
  ) as Partial<EntityRow<Entity>>;
};
