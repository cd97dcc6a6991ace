import type { Insertable, Updateable } from 'kysely';
import { randomUUID } from 'node:crypto';
import { controlStatusFields, type ControlStatus, type ControlStatusCreate } from '@cfs/contracts/compliance';
import { controlStatuses } from '@cfs/contracts/control-statuses';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { expectModified } from '../../platform/modified.ts';
import { applyPatch, type PatchOperation } from '../../platform/patch.ts';
import { conflict, invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { expectTenant } from '../tenants/expect-tenant.ts';
import { toControlStatus, type ControlStatusRow, type ControlStatusTable } from './control-status-entity.ts';
import { recordLostEvidence } from './evidence/record-lost-evidence.ts';
import { expectControl } from './expect-control.ts';
import { lockControlStatus } from './lock-control-status.ts';

type Needs = Pick<Services, 'gate'>;

const entity = 'ControlStatus';
const writable = Object.keys(controlStatusFields.shape);

/** Inserts the status; `undefined` if the control already has one of that week in the tenant. */
const insertControlStatus = (
  db: ScopedDatabase,
  row: Insertable<ControlStatusTable>,
): Promise<ControlStatusRow | undefined> =>
  db
    .insertInto('control_statuses')
    .values(row)
    .onConflict((conflict) => conflict.columns(['control_id', 'check_date', 'tenant_id']).doNothing())
    .returningAll()
    .executeTakeFirst();

const updateControlStatus = (
  db: ScopedDatabase,
  { tenant_id, control_status_id }: ControlStatusRow,
  change: Updateable<ControlStatusTable>,
): Promise<ControlStatusRow> =>
  db
    .updateTable('control_statuses')
    .set(change)
    .where('tenant_id', '=', tenant_id)
    .where('control_status_id', '=', control_status_id)
    .returningAll()
    .executeTakeFirstOrThrow();

const deleteControlStatus = async (
  db: ScopedDatabase,
  { tenant_id, control_status_id }: ControlStatusRow,
): Promise<void> => {
  await db
    .deleteFrom('control_statuses')
    .where('tenant_id', '=', tenant_id)
    .where('control_status_id', '=', control_status_id)
    .execute();
};

/**
 * Records the status of a control in a week.
 *
 * @throws 404 for a tenant or control out of reach, 409 if the control already has a status of the week.
 */
export const createControlStatus = (
  services: Needs,
  context: Context,
  body: ControlStatusCreate,
): Promise<ControlStatus> =>
  services.gate.write(context, { permission: 'Compliance:edit', shared: true }, async (db, change) => {
    const tenantId = body.tenantId ?? context.tenantId;
    await expectTenant(db, context, 'Compliance:edit', tenantId);
    await expectControl(db, context, tenantId, body.controlId);
    const row = await insertControlStatus(db, {
      tenant_id: tenantId,
      control_status_id: randomUUID(),
      control_id: body.controlId,
      check_date: new Date(body.checkDate),
      status: controlStatuses[body.status],
      notes: body.notes,
      ...change.created(),
    });
    if (!row) throw conflict('A status of this control has already been recorded for this week.');
    const after = toControlStatus(row);
    await change.record({ entity, id: after.id, tenantId, after });
    return after;
  });

/**
 * Changes status or notes by an RFC 6902 patch.
 *
 * @throws 404 for a status outside of the caller's scope, 409 for a failing `test`, 400 for other fields and values.
 */
export const patchControlStatus = (
  services: Needs,
  context: Context,
  controlStatusId: string,
  operations: readonly PatchOperation[],
): Promise<ControlStatus> =>
  services.gate.write(context, 'Compliance:edit', async (db, change) => {
    const row = await lockControlStatus(db, context, controlStatusId);
    const before = toControlStatus(row);
    const { status: seenStatus, notes: seenNotes } = before;
    const merged = controlStatusFields.safeParse({
      status: seenStatus,
      notes: seenNotes,
      ...applyPatch(operations, { current: { ...before }, writable }),
    });
    if (!merged.success)
      throw invalid(
        Object.fromEntries(merged.error.issues.map(({ path, message }) => [path.map(String).join('.'), [message]])),
      );
    const { status, notes } = merged.data;
    if (status === seenStatus && notes === seenNotes) return before;
    const stored = await updateControlStatus(db, row, {
      status: controlStatuses[status],
      notes,
      ...change.modified(row),
    });
    const after = toControlStatus(stored);
    await change.record({ entity, id: after.id, tenantId: row.tenant_id, before, after });
    return after;
  });

/**
 * Deletes a status with its notes and evidence; `modified` is the optimistic lock.
 *
 * @throws 404 for a status outside of the caller's scope, 409 for a stale `modified`.
 */
export const removeControlStatus = (
  services: Needs,
  context: Context,
  controlStatusId: string,
  modified: string | undefined,
): Promise<void> =>
  services.gate.write(context, 'Compliance:edit', async (db, change) => {
    const row = await lockControlStatus(db, context, controlStatusId);
    expectModified(row.modified, modified);
    await recordLostEvidence(db, change, row);
    await deleteControlStatus(db, row);
    await change.record({ entity, id: controlStatusId, tenantId: row.tenant_id, before: toControlStatus(row) });
  });
