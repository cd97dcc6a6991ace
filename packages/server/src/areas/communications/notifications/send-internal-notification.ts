import { randomUUID } from 'node:crypto';
import { notificationRepeatSeconds } from '@cfs/contracts/communication-enumerations';
import type { InternalNotification } from '@cfs/contracts/communications';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { countCall } from '../../../platform/limits/count-call.ts';
import { invalid } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { addressesIn } from '../../actions/mails/compose-mail.ts';
import { readNotificationAddress } from '../../tenants/read-notification-address.ts';
import type { InternalNotificationTable } from '../communication-tables.ts';
import { lockCommunication } from '../lock-communication.ts';
import { notificationMailHandler, type QueuedNotification } from './notification-mail.ts';

/** Maps a row to its JSON form. */
export const toNotification = (row: InternalNotificationTable): InternalNotification => ({
  notificationId: row.notification_id,
  workUnitCommunicationId: row.work_unit_communication_id,
  recipient: row.recipient,
  failure: row.failure,
  created: row.created.toISOString(),
  createdBy: row.created_by,
});

const findLast = (
  db: ScopedDatabase,
  tenantId: string,
  communicationId: string,
): Promise<InternalNotificationTable | undefined> =>
  db
    .selectFrom('internal_notifications')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('work_unit_communication_id', '=', communicationId)
    .executeTakeFirst();

/**
 * Queues a mail about the communication to the tenant's internal notification address. Within a minute of a
 * notification, every caller gets that notification and no further mail is sent; the lock of the communication decides
 * which of two concurrent calls is the first.
 *
 * @throws 404 for a communication outside of the caller's scope, 400 for a tenant without the address, 429 for a caller
 *   who mails too often.
 */
export const sendInternalNotification = (
  services: Services,
  context: Context,
  communicationId: string,
): Promise<InternalNotification> =>
  services.gate.write(context, 'WorkUnitCommunications:edit', async (db, change) => {
    const { tenant_id: tenantId } = await lockCommunication(db, context, communicationId);
    const last = await findLast(db, tenantId, communicationId);
    const now = context.clock.now();
    if (last && now.getTime() - last.created.getTime() < notificationRepeatSeconds * 1_000) return toNotification(last);
    const recipients = addressesIn(await readNotificationAddress(db, tenantId));
    if (recipients.length === 0)
      throw invalid({
        WorkUnitCommunication: ['The tenant has no internal notification address. Enter one under Tenants.'],
      });
    await countCall(services, db, context, 'mail', recipients.length);
    const sent = {
      notification_id: randomUUID(),
      recipient: recipients.join(', '),
      failure: null,
      ...change.createdOnce(),
    };
    const row = await db
      .insertInto('internal_notifications')
      .values({ tenant_id: tenantId, work_unit_communication_id: communicationId, ...sent })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'work_unit_communication_id']).doUpdateSet(sent))
      .returningAll()
      .executeTakeFirstOrThrow();
    const input: QueuedNotification = { communicationId, notificationId: row.notification_id, recipients };
    await services.work.record(db, context, {
      tenantId,
      subject: { kind: notificationMailHandler, id: communicationId },
      kind: 'InternalNotification',
      payload: { communicationId },
      steps: [{ action: 'mail', sequence: 0, handler: notificationMailHandler, input }],
    });
    const after = toNotification(row);
    await change.record({ entity: 'InternalNotification', id: communicationId, tenantId, after });
    return after;
  });
