import { subscriberStates } from '@cfs/contracts/communication-subscribers';
import { systemContext } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { toSubscriber } from './subscriber-entity.ts';
import { confirmationMilliseconds } from './subscriber-link.ts';

const batchRows = 500;

/** Deletes subscribers whose confirmation link has expired. */
export const removeUnconfirmed = async ({ gate, clock }: Pick<Services, 'gate' | 'clock'>): Promise<void> => {
  const context = systemContext({ name: 'worker', clock, tenantId: 'all' });
  const before = new Date(clock.now().getTime() - confirmationMilliseconds);
  for (let removed = batchRows; removed === batchRows;) {
    removed = await gate.write(context, 'WorkUnitCommunications:edit', async (db, change) => {
      const rows = await db
        .selectFrom('communication_subscribers')
        .selectAll()
        .where('state', '=', subscriberStates.Pending)
        .where('requested', '<', before)
        .orderBy('requested')
        .limit(batchRows)
        .forUpdate()
        .skipLocked()
        .execute();
      for (const row of rows) {
        const { tenant_id: tenantId, subscriber_id: subscriberId } = row;
        await db
          .deleteFrom('communication_subscribers')
          .where('tenant_id', '=', tenantId)
          .where('subscriber_id', '=', subscriberId)
          .execute();
        await change.record({ entity: 'Subscriber', id: subscriberId, tenantId, before: toSubscriber(row) });
      }
      return rows.length;
    });
  }
};
