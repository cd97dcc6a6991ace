import type { Checklist, ChecklistQuery } from '@cfs/contracts/compliance';
import { controlStatuses } from '@cfs/contracts/control-statuses';
import { nameOf } from '@cfs/contracts/name-of';
import { sql } from 'kysely';
import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { expectTenant } from '../tenants/expect-tenant.ts';
import { findControlSet } from './find-control-set.ts';
import { listSetControls } from './list-set-controls.ts';

const permission = 'Compliance:view';
const request = { permission, shared: true } as const;

/** The id of the first control set by name, of the tenant or shared; `undefined` if there is none. */
const findFirstSet = async (db: ScopedDatabase, context: Context, tenantId: string): Promise<string | undefined> => {
  const first = await db
    .selectFrom('control_sets')
    .select('control_set_id')
    .where('tenant_id', 'in', [tenantId, systemTenantId])
    .where('is_retired', '=', false)
    .where(inScope(context, request, 'control_sets.tenant_id'))
    .orderBy('name')
    .orderBy('control_set_id')
    .limit(1)
    .executeTakeFirst();
  return first?.control_set_id;
};

/**
 * The controls of a set with their statuses in a week of a tenant, in the order of the checklist.
 *
 * @throws 404 for a tenant or control set out of reach.
 */
export const readChecklist = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  { checkDate, tenantId = context.tenantId, controlSetId }: ChecklistQuery,
): Promise<Checklist> =>
  gate.read(context, request, async (db) => {
    await expectTenant(db, context, permission, tenantId);
    if (controlSetId !== undefined && !(await findControlSet(db, context, permission, tenantId, controlSetId)))
      throw notFound('ControlSet');
    const setId = controlSetId ?? (await findFirstSet(db, context, tenantId));
    if (setId === undefined) return { controlSetId: null, controls: [] };
    const controls = await listSetControls(db, context, setId);
    const rows = await db
      .selectFrom('control_statuses')
      .select(['control_status_id', 'control_id', 'status', 'notes', 'evidence_count', 'modified'])
      .where('tenant_id', '=', tenantId)
      .where('check_date', '=', new Date(checkDate))
      .where(sql<boolean>`control_id = any (${controls.map(({ id }) => id)}::uuid[])`)
      .where(inScope(context, permission, 'control_statuses.tenant_id'))
      .execute();
    const records = new Map(
      rows.map((row) => [
        row.control_id,
        {
          id: row.control_status_id,
          status: nameOf(controlStatuses, row.status),
          notes: row.notes,
          evidenceCount: row.evidence_count,
          modified: row.modified.toISOString(),
        },
      ]),
    );
    return {
      controlSetId: setId,
      controls: controls.map((control) => ({ ...control, record: records.get(control.id) ?? null })),
    };
  });
