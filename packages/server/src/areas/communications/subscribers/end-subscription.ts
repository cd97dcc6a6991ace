import { deliveryStates } from '@cfs/contracts/communication-subscribers';
import type { Change } from '../../../platform/audit/change.ts';
import { systemContext, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { toSubscriber } from './subscriber-entity.ts';
import { readSubscriberLink } from './subscriber-link.ts';
import type { SubscriberTable } from './subscriber-tables.ts';

const scope = 'WorkUnitCommunications:edit';

/** The detail in the ledger of mails that were no longer sent. */
export const endedDetail = 'The subscription ended before the mail was sent.';

/** Deletes a subscriber that the caller has locked; deferred mails are not sent. The ledger is kept. */
export const deleteSubscriber = async (db: ScopedDatabase, change: Change, row: SubscriberTable): Promise<void> => {
  const { tenant_id: tenantId, subscriber_id: subscriberId } = row;
  await db
    .updateTable('subscriber_deliveries')
    .set({ state: deliveryStates.Failed, detail: endedDetail })
    .where('tenant_id', '=', tenantId)
    .where('subscriber_id', '=', subscriberId)
    .where('state', '=', deliveryStates.Deferred)
    .execute();
  await db
    .deleteFrom('communication_subscribers')
    .where('tenant_id', '=', tenantId)
    .where('subscriber_id', '=', subscriberId)
    .execute();
  await change.record({ entity: 'Subscriber', id: subscriberId, tenantId, before: toSubscriber(row) });
};

/**
 * Ends the subscription that a link names; resolves with whether its signature is valid, also if the subscription has
 * already ended.
 */
export const endSubscription = async (
  { gate, clock, keys }: Pick<Services, 'gate' | 'clock' | 'keys'>,
  token: string,
): Promise<boolean> => {
  const link = readSubscriberLink(keys, 'unsubscribe', token);
  if (!link) return false;
  const context = systemContext({ name: 'subscriber', clock, tenantId: link.tenantId });
  await gate.write(context, scope, async (db, change) => {
    const row = await db
      .selectFrom('communication_subscribers')
      .selectAll()
      .where('tenant_id', '=', link.tenantId)
      .where('subscriber_id', '=', link.subscriberId)
      .forUpdate()
      .executeTakeFirst();
    if (row) await deleteSubscriber(db, change.as({ ...context, actor: { kind: 'system', name: row.address } }), row);
  });
  return true;
};

/** Removes a subscriber. Throws 404 for one outside of the caller's scope. */
export const removeSubscriber = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  subscriberId: string,
): Promise<void> =>
  gate.write(context, scope, async (db, change) => {
    const row = await db
      .selectFrom('communication_subscribers')
      .selectAll()
      .where('subscriber_id', '=', subscriberId)
      .where(inScope(context, scope, 'communication_subscribers.tenant_id'))
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('Subscriber');
    await deleteSubscriber(db, change, row);
  });
