import type { ChecklistItem } from '@cfs/contracts/work-unit-checklists';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import type { WorkUnitKey } from '../history/work-unit-history.ts';
import { findVisibleWorkUnit } from '../visible-work-unit.ts';
import { toChecklistItem, type ChecklistItemTable } from './checklist-item-entity.ts';

/** The items of the checklist of a unit, in order. */
export const readChecklistRows = (
  db: ScopedDatabase,
  { tenantId, workUnitId }: WorkUnitKey,
): Promise<ChecklistItemTable[]> =>
  db
    .selectFrom('work_unit_checklist_items')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', '=', workUnitId)
    .orderBy('position')
    .execute();

/** Reads the checklist of a unit, in order; throws 404 for a unit that the caller may not see. */
export const readChecklist = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
): Promise<ChecklistItem[]> =>
  gate.read(context, 'WorkUnits:view', async (db) => {
    const { row } = await findVisibleWorkUnit(db, context, workUnitId);
    return (await readChecklistRows(db, { tenantId: row.tenant_id, workUnitId })).map(toChecklistItem);
  });
