import type { TestDatabase } from './test-database.ts';

/** The tenants that {@link fillTenants} creates, by their number from 1. */
export const filledTenant = (number: number): string =>
  `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

/** Creates `count` tenants. */
export const fillTenants = (database: TestDatabase, count: number, moment: Date): Promise<unknown> =>
  database.asOwner(
    `insert into cfs.tenants (tenant_id, name, enabled, work_unit_fields, created, created_by, modified, modified_by)
     select (lpad(to_hex(n), 8, '0') || '-0000-4000-8000-000000000000')::uuid, 'Tenant ' || n, true, '[]', $1, 't', $1, 't'
     from generate_series(1, ${count}) n`,
    [moment],
  );

interface Column {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly unique: boolean;
}

/** An SQL value for the n-th row that fits the type; different for each row if the column is unique or wide enough. */
const valueOf = ({ name, type, unique }: Column): string => {
  if (type === 'uuid') return `md5('${name}' || n)::uuid`;
  if (type === 'text') return `initcap('${name} ') || n`;
  if (type === 'bigint') return 'n';
  if (type === 'integer') return unique ? 'n' : 'n % 50';
  if (type === 'smallint') return 'n % 6';
  if (type === 'boolean') return 'n % 10 = 0';
  if (type === 'numeric' || type === 'double precision' || type === 'real') return 'n % 1000 / 10.0';
  if (type.startsWith('timestamp')) return `timestamptz '2026-01-01' + n * interval '1 minute'`;
  if (type === 'interval') return `n % 1000 * interval '1 minute'`;
  if (type === 'bytea') return `''::bytea`;
  return `'{}'::${type}`;
};

const tenantOf = (tenants: number): string =>
  `(lpad(to_hex(1 + floor(${tenants} * (n::bigint * 7919 % 1000003 / 1000003.0) ^ 3)::int), 8, '0')` +
  ` || '-0000-4000-8000-000000000000')::uuid`;

/**
 * Fills a table from the types of its columns only, unevenly over the tenants of {@link fillTenants}: the first has the
 * most rows (an eighth of all with 500 tenants), the last very few. Constraints are dropped, so rows may refer to
 * missing ones. The index of the search is not rebuilt, because it takes longer than all the others.
 */
export const fillTable = async (
  database: TestDatabase,
  table: string,
  { rows, tenants }: { readonly rows: number; readonly tenants: number },
): Promise<void> => {
  const columns = await database.asOwner<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as required,
       exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any (i.indkey)) as unique
     from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity <> 'a'`,
    [`cfs.${table}`],
  );
  const constraints = await database.asOwner<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f')`,
    [`cfs.${table}`],
  );
  const indexes = await database.asOwner<{ name: string; definition: string }>(
    `select c.relname as name, replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ') as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass and not exists (select from pg_constraint where conindid = c.oid)`,
    [`cfs.${table}`],
  );
  await database.asOwner(`alter table cfs.${table} disable trigger user`);
  for (const { name } of constraints)
    await database.asOwner(`alter table cfs.${table} drop constraint if exists ${name}`);
  for (const { name } of indexes) await database.asOwner(`drop index cfs.${name}`);
  const values = columns.map((column) => {
    if (column.name === 'tenant_id') return tenantOf(tenants);
    return column.required || column.unique ? valueOf(column) : `case when n % 4 > 0 then ${valueOf(column)} end`;
  });
  await database.asOwner(`truncate cfs.${table} cascade`);
  await database.asOwner(
    `insert into cfs.${table} (${columns.map(({ name }) => name).join(', ')})
     select ${values.join(', ')} from generate_series(1, ${rows}) n`,
  );
  for (const { name, definition } of indexes) if (!name.endsWith('_search')) await database.asOwner(definition);
  await database.asOwner(`vacuum analyze cfs.${table}`);
};
