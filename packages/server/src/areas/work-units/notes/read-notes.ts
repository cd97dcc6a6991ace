import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { withNames } from '../history/history-names.ts';
import { readHistory, type HistoryRange } from '../history/work-unit-history.ts';
import { findVisibleWorkUnit, workUnitViewPermissions } from '../visible-work-unit.ts';

type Needs = Pick<Services, 'gate' | 'snapshot'>;

const readRecords = async (
  { gate, snapshot }: Needs,
  context: Context,
  permission: Permission | readonly Permission[],
  workUnitId: number,
  range: HistoryRange,
): Promise<readonly WorkUnitHistoryRecord[]> => {
  const access = await snapshot.current();
  return gate.read(context, permission, async (db) => {
    const { row } = await findVisibleWorkUnit(db, context, workUnitId);
    const key = { tenantId: row.tenant_id, workUnitId: row.work_unit_id };
    return withNames(await readHistory(db, key, range), access, key.tenantId);
  });
};

/** Reads a page of notes and changes of a unit, newest first: newer than the record `after`, older than `before`. */
export const readNotesAndChanges = (
  services: Needs,
  context: Context,
  workUnitId: number,
  { after, before }: Pick<HistoryRange, 'after' | 'before'>,
) => readRecords(services, context, 'WorkUnits:view', workUnitId, { after, before });

/** Reads a page of the notes that the stakeholder of a unit may see, newest first: older than the record `before`. */
export const readExternalNotes = (
  services: Needs,
  context: Context,
  workUnitId: number,
  { before }: Pick<HistoryRange, 'before'>,
) => readRecords(services, context, workUnitViewPermissions, workUnitId, { externalOnly: true, before });
