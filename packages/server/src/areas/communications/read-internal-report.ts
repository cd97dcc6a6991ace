import type { InternalReport } from '@cfs/contracts/communication-reports';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { readTenantName } from '../tenants/read-tenant-name.ts';
import { toCommunicationActivity } from './activities/communication-activity-entity.ts';
import { toCommunication } from './communication-entity.ts';

/** Reads a communication with its tenant, steps and work units; `undefined` if there is none. */
export const readInternalReport = async (
  db: ScopedDatabase,
  tenantId: string,
  communicationId: string,
): Promise<InternalReport | undefined> => {
  const row = await db
    .selectFrom('work_unit_communications')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('work_unit_communication_id', '=', communicationId)
    .executeTakeFirst();
  if (!row) return undefined;
  const activities = await db
    .selectFrom('work_unit_communication_activities')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('work_unit_communication_id', '=', communicationId)
    .orderBy('created')
    .orderBy('work_unit_communication_activity_id')
    .execute();
  const units = await db
    .selectFrom('work_unit_communication_work_units as linked')
    .innerJoin('work_units', (join) =>
      join
        .onRef('work_units.tenant_id', '=', 'linked.tenant_id')
        .onRef('work_units.work_unit_id', '=', 'linked.work_unit_id'),
    )
    .select(['work_units.public_work_unit_id', 'work_units.title'])
    .where('linked.tenant_id', '=', tenantId)
    .where('linked.work_unit_communication_id', '=', communicationId)
    .orderBy('work_units.work_unit_id')
    .execute();
  return {
    ...toCommunication(row),
    tenantName: await readTenantName(db, tenantId),
    activities: activities.map(toCommunicationActivity),
    workUnits: units.map(({ public_work_unit_id, title }) => `#${public_work_unit_id} ${title}`),
  };
};
