import type { Insertable, Updateable } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { ControlSetFile, ImportedControlSet } from '@cfs/contracts/compliance';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { toTenantId } from '../../platform/odata/wire-form.ts';
import type { Services } from '../../platform/services.ts';
import { ownerTenant } from '../tenants/owner-tenant.ts';
import { compareControls } from './compare-controls.ts';
import type { ControlTable } from './control-entity.ts';
import type { ControlSetRow, ControlSetTable } from './control-set-entity.ts';
import { readControlSet } from './read-control-set.ts';

type Needs = Pick<Services, 'gate'>;

/** Rows of one statement: each has a dozen parameters, of which PostgreSQL accepts 65,535. */
const rowsAtOnce = 1_000;

/** Inserts the control set; `undefined` if the tenant already has one with the name. */
const insertControlSet = (db: ScopedDatabase, row: Insertable<ControlSetTable>): Promise<ControlSetRow | undefined> =>
  db
    .insertInto('control_sets')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst();

/** Selects the control set of the name for update. */
const lockControlSet = (db: ScopedDatabase, context: Context, tenantId: string, name: string): Promise<ControlSetRow> =>
  db
    .selectFrom('control_sets')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('name', '=', name)
    .where(inScope(context, { permission: 'Compliance:create', shared: true }, 'control_sets.tenant_id'))
    .forUpdate()
    .executeTakeFirstOrThrow();

const updateControlSet = (
  db: ScopedDatabase,
  { tenant_id, control_set_id }: ControlSetRow,
  change: Updateable<ControlSetTable>,
): Promise<ControlSetRow> =>
  db
    .updateTable('control_sets')
    .set(change)
    .where('tenant_id', '=', tenant_id)
    .where('control_set_id', '=', control_set_id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** All controls of a set, including the retired ones. */
const listControls = (
  db: ScopedDatabase,
  context: Context,
  { tenant_id, control_set_id }: ControlSetRow,
): Promise<ControlTable[]> =>
  db
    .selectFrom('controls')
    .selectAll()
    .where('tenant_id', '=', tenant_id)
    .where('control_set_id', '=', control_set_id)
    .where(inScope(context, { permission: 'Compliance:create', shared: true }, 'controls.tenant_id'))
    .orderBy('position')
    .execute();

/** Inserts new controls, and replaces those with the same id. */
const storeControls = async (db: ScopedDatabase, rows: readonly ControlTable[]): Promise<void> => {
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await db
      .insertInto('controls')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.column('control_id').doUpdateSet((row) => ({
          position: row.ref('excluded.position'),
          name: row.ref('excluded.name'),
          title: row.ref('excluded.title'),
          description: row.ref('excluded.description'),
          is_retired: row.ref('excluded.is_retired'),
          modified: row.ref('excluded.modified'),
          modified_by: row.ref('excluded.modified_by'),
        })),
      )
      .execute();
};

const toRecord = (set: ControlSetRow, controls: readonly ControlTable[]) => ({
  id: set.control_set_id,
  tenantId: toTenantId(set.tenant_id),
  name: set.name,
  description: set.description,
  controls: controls.map(({ control_id: id, name, title, description, position, is_retired: isRetired }) => ({
    id,
    name,
    title,
    description,
    position,
    isRetired,
  })),
});

/**
 * Creates the control set of the file, or replaces the one with its name in the tenant; `tenant` is `null` for a set
 * that every tenant sees. Controls are matched by name and keep their statuses. A control that is no longer in the file
 * is retired; a later file with it restores it with its statuses, and likewise a retired set. Runs in one transaction.
 *
 * @throws 404 for a tenant without the permission, 403 for a shared set without the permission in all tenants.
 */
export const importControlSet = (
  services: Needs,
  context: Context,
  file: ControlSetFile,
  tenant: string | null | undefined,
): Promise<ImportedControlSet> =>
  services.gate.write(context, { permission: 'Compliance:create', shared: tenant === null }, async (db, change) => {
    const tenantId = await ownerTenant(db, context, 'Compliance:create', tenant);
    const description = file.description ?? null;
    const inserted = await insertControlSet(db, {
      tenant_id: tenantId,
      control_set_id: randomUUID(),
      name: file.name,
      description,
      ...change.created(),
    });
    const set = inserted ?? (await lockControlSet(db, context, tenantId, file.name));
    const controls = await listControls(db, context, set);
    const { added, changed, retired, unchanged } = compareControls(set, controls, file, change);
    const replaced = [...changed, ...retired];
    const isChanged = added.length > 0 || replaced.length > 0 || set.description !== description || set.is_retired;
    const stored =
      inserted || !isChanged
        ? set
        : await updateControlSet(db, set, { description, is_retired: false, ...change.modified(set) });
    if (isChanged || inserted) {
      const after = [...added, ...replaced.map(([, row]) => row)];
      await storeControls(db, after);
      await change.record({
        entity: 'ControlSet',
        id: set.control_set_id,
        tenantId,
        ...(!inserted && {
          before: toRecord(
            set,
            replaced.map(([row]) => row),
          ),
        }),
        after: toRecord(stored, after),
      });
    }
    return {
      id: set.control_set_id,
      tenantId: toTenantId(tenantId),
      name: stored.name,
      description: stored.description,
      added: added.length,
      changed: changed.length,
      unchanged,
      retired: retired.length,
    };
  });

/** Parses a file in any of the supported formats, and imports it. */
export const importControlSetFile = (
  services: Needs,
  context: Context,
  file: unknown,
  tenant: string | null | undefined,
): Promise<ImportedControlSet> => importControlSet(services, context, readControlSet(file), tenant);
