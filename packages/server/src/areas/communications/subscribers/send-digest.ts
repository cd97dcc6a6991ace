import { randomUUID } from 'node:crypto';
import { deliveryKinds, deliveryStates } from '@cfs/contracts/communication-subscribers';
import { sql } from 'kysely';
import type { TimerHandler } from '../../../platform/durable-work/step-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { queueSubscriberMails } from './queue-subscriber-mails.ts';
import { spentBudget, type SpentBudget } from './spent-budget.ts';

/** The timer of a subscriber whose mails were deferred; its key is the subscriber's id. */
export const digestTimer = 'subscriber-digest';

/** Combines the deferred mails of a subscriber into one, once the budget has room for it. */
export const sendDigest: TimerHandler<Services> = async (
  db,
  { context },
  { tenantId, key: subscriberId },
  services,
) => {
  const subscriber = await db
    .selectFrom('communication_subscribers')
    .select('address')
    .where('tenant_id', '=', tenantId)
    .where('subscriber_id', '=', subscriberId)
    .executeTakeFirst();
  if (!subscriber) return undefined;
  const now = context.clock.now();
  const [spent] = await db.run<SpentBudget>(
    sql`${spentBudget(sql`${tenantId}::uuid`, sql`${subscriberId}::uuid`, now)} and ${db.scopeGuard}`,
  );
  if (spent?.room && Number(spent.sent) >= services.configuration.limits.subscriberMailsPerDay) return spent.room;
  const digest = { delivery_id: randomUUID(), subscriber_id: subscriberId };
  const gathered = await db
    .updateTable('subscriber_deliveries')
    .set({ state: deliveryStates.Digested, digest_id: digest.delivery_id })
    .where('tenant_id', '=', tenantId)
    .where('subscriber_id', '=', subscriberId)
    .where('state', '=', deliveryStates.Deferred)
    .returning('work_unit_communication_id')
    .execute();
  const count = new Set(gathered.map((row) => row.work_unit_communication_id)).size;
  if (count === 0) return undefined;
  await db
    .insertInto('subscriber_deliveries')
    .values({
      ...digest,
      tenant_id: tenantId,
      address: subscriber.address,
      kind: deliveryKinds.Digest,
      state: deliveryStates.Queued,
      subject: count === 1 ? 'News of a communication' : `News of ${count} communications`,
      created: now,
    })
    .execute();
  await queueSubscriberMails(services, db, context, tenantId, [digest]);
  return undefined;
};
