import { isSameMail } from '@cfs/contracts/is-same-mail';
import type { Change } from '../../../platform/audit/change.ts';
import { actorName } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { endResponse } from '../../service-levels/clocks/move-clocks.ts';
import type { WorkUnitRow } from '../list/work-unit-wire.ts';

/** Ends the response clock of a locked unit after an external note, unless the stakeholder wrote it. */
export const recordResponse = async (
  services: Pick<Services, 'work'>,
  db: ScopedDatabase,
  change: Change,
  unit: WorkUnitRow,
): Promise<void> => {
  const { tenant_id: tenantId, work_unit_id: workUnitId, stakeholder_email_address: stakeholder } = unit;
  if (stakeholder !== null && isSameMail(stakeholder, actorName(change.context.actor))) return;
  const timeLeft = await endResponse(services, db, change.context, { tenantId, workUnitId });
  if (!timeLeft) return;
  change.exempt('work_units', 'part of another');
  await db
    .updateTable('work_units')
    .set(timeLeft)
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', '=', workUnitId)
    .execute();
};
