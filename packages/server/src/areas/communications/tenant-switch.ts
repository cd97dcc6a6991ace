import { sql } from 'kysely';
import type { Change } from '../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** A setting of a tenant that is on or off, in a table with one row for each tenant; off without a row. */
export interface TenantSwitch {
  readonly table: 'status_pages' | 'subscriber_settings';
  readonly column: string;
  /** The entity and the property under which changes are audited. */
  readonly entity: string;
  readonly property: string;
}

/** Whether the switch of a tenant is on. The caller must have checked that the tenant is within the scope. */
export const readTenantSwitch = async (
  db: ScopedDatabase,
  { table, column }: TenantSwitch,
  tenantId: string,
): Promise<boolean> => {
  const [row] = await db.guarded<{ readonly is_on: boolean }>(
    sql`select ${sql.ref(column)} as is_on from ${sql.table(table)} where tenant_id = ${tenantId}::uuid`,
  );
  return row?.is_on ?? false;
};

/** Turns the switch of a tenant on or off, with an audit record; a no-op if it is already in that state. */
export const writeTenantSwitch = async (
  db: ScopedDatabase,
  change: Change,
  { table, column, entity, property }: TenantSwitch,
  tenantId: string,
  isOn: boolean,
): Promise<void> => {
  const [stored] = await db.run<{ readonly is_on: boolean; readonly modified: Date }>(
    sql`select ${sql.ref(column)} as is_on, modified from ${sql.table(table)}
      where tenant_id = ${tenantId}::uuid and ${db.scopeGuard} for update`,
  );
  if ((stored?.is_on ?? false) === isOn) return;
  const created = change.created();
  const { modified, modified_by } = stored ? change.modified(stored) : created;
  await db.run(sql`
    insert into ${sql.table(table)} as known (tenant_id, ${sql.ref(column)}, created, created_by, modified, modified_by)
    select ${tenantId}::uuid, ${isOn}::boolean, ${created.created}::timestamptz, ${created.created_by}::text,
      ${modified}::timestamptz, ${modified_by}::text
    where ${db.scopeGuard}
    on conflict (tenant_id) do update set
      ${sql.ref(column)} = excluded.${sql.ref(column)}, modified = excluded.modified, modified_by = excluded.modified_by`);
  await change.record({
    entity,
    id: tenantId,
    tenantId,
    ...(stored && { before: { [property]: stored.is_on } }),
    after: { [property]: isOn },
  });
};
