import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { withNames } from '../history/history-names.ts';
import { readHistory } from '../history/work-unit-history.ts';
import { findVisibleWorkUnit, seeWorkUnits } from '../visible-work-unit.ts';

type Needs = Pick<Services, 'gate' | 'snapshot'>;

const readRecords = async (
  { gate, snapshot }: Needs,
  context: Context,
  permission: Permission | readonly Permission[],
  workUnitId: number,
  options: Parameters<typeof readHistory>[2],
): Promise<readonly WorkUnitHistoryRecord[]> => {
  const access = await snapshot.current();
  return gate.read(context, permission, async (db) => {
    const { row } = await findVisibleWorkUnit(db, context, workUnitId);
    const key = { tenantId: row.tenant_id, workUnitId: row.work_unit_id };
    return withNames(await readHistory(db, key, options), access, key.tenantId);
  });
};

/** Notes and changes of a unit, newest first; with `after`, those that are newer than that record. */
export const readNotesAndChanges = (
  services: Needs,
  context: Context,
  workUnitId: number,
  { after }: { readonly after?: number | undefined },
) => readRecords(services, context, 'WorkUnits:view', workUnitId, { after });

/** The notes that the stakeholder of a unit may read. */
export const readExternalNotes = (services: Needs, context: Context, workUnitId: number) =>
  readRecords(services, context, seeWorkUnits, workUnitId, { externalOnly: true });
