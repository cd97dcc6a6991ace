import type { InternalNotification } from '@cfs/contracts/communications';
import type { Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { toNotification } from './send-internal-notification.ts';

/**
 * Resolves with the last internal notification of a communication and the failure of its mail; empty before the first.
 */
export const readNotifications = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  communicationId: string,
): Promise<InternalNotification[]> =>
  gate.read(context, 'WorkUnitCommunications:view', async (db) => {
    const communication = await db
      .selectFrom('work_unit_communications')
      .select('tenant_id')
      .where('work_unit_communication_id', '=', communicationId)
      .where(inScope(context, 'WorkUnitCommunications:view', 'work_unit_communications.tenant_id'))
      .executeTakeFirst();
    if (!communication) throw notFound('WorkUnitCommunication');
    const rows = await db
      .selectFrom('internal_notifications')
      .selectAll()
      .where('tenant_id', '=', communication.tenant_id)
      .where('work_unit_communication_id', '=', communicationId)
      .execute();
    return rows.map(toNotification);
  });
