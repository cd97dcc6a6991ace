import { randomUUID } from 'node:crypto';
import {
  deliveryKinds,
  deliveryStates,
  subscriberStates,
  type SubscriptionRequest,
} from '@cfs/contracts/communication-subscribers';
import { systemContext, systemTenantId, type Context } from '../../../platform/context.ts';
import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { StepHandler } from '../../../platform/durable-work/step-handler.ts';
import { countVisit } from '../../../platform/limits/count-call.ts';
import type { Services } from '../../../platform/services.ts';
import type { Origin } from '../../../platform/tracing/tracing.ts';
import { toSubscriber } from './subscriber-entity.ts';
import { queueSubscriberMails } from './queue-subscriber-mails.ts';

/** Handler of the steps that process a visitor's request. */
export const subscriptionRequestHandler = 'subscription-request';

const scope = 'WorkUnitCommunications:edit';
/** An address is sent at most one confirmation link within this time. */
const repeatMilliseconds = 3_600_000;
/** Maximum number of subscribers of a tenant. */
const subscriberLimit = 10_000;

/**
 * Accepts a visitor's request to subscribe an address. It is only counted and queued here, so that neither the response
 * nor its timing depends on who is subscribed.
 *
 * @throws 429 for a source that sends too many requests.
 */
export const requestSubscription = async (
  services: Services,
  { tenantId, address }: SubscriptionRequest,
  visitor: Origin & { readonly address: string },
): Promise<void> => {
  const tenant = (await services.snapshot.current()).tenants.get(tenantId);
  const isKnown = tenantId !== systemTenantId && tenant?.enabled === true;
  const { clock } = services;
  const context: Context = {
    ...systemContext({
      name: 'visitor',
      clock,
      tenantId: isKnown ? tenantId : systemTenantId,
      traceId: visitor.traceId,
      span: visitor.span,
    }),
    address: visitor.address,
    route: 'POST /v1/communicationsubscriptions',
  };
  await services.gate.write(context, scope, async (db) => {
    await countVisit(services, db, context, 'subscription');
    if (!isKnown) return;
    await services.work.record(db, context, {
      tenantId,
      subject: { kind: subscriptionRequestHandler, id: address },
      kind: 'SubscriptionRequest',
      payload: {},
      steps: [{ action: 'subscribe', sequence: 0, handler: subscriptionRequestHandler, input: { address } }],
    });
  });
};

const countSubscribers = async (db: ScopedDatabase, tenantId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('communication_subscribers')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** The id of the subscriber to send a confirmation link, new or pending; `undefined` if no link is sent. */
const findPending = async (
  db: ScopedDatabase,
  change: Change,
  tenantId: string,
  address: string,
): Promise<string | undefined> => {
  const now = change.context.clock.now();
  const settings = await db
    .selectFrom('subscriber_settings')
    .select('allows_visitors')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  if (!settings?.allows_visitors) return undefined;
  const known = await db
    .selectFrom('communication_subscribers')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('address', '=', address)
    .forUpdate()
    .executeTakeFirst();
  if (known) {
    const isRecent = now.getTime() - known.requested.getTime() < repeatMilliseconds;
    if (known.state === subscriberStates.Confirmed || isRecent) return undefined;
    await db
      .updateTable('communication_subscribers')
      .set({ requested: now })
      .where('tenant_id', '=', tenantId)
      .where('subscriber_id', '=', known.subscriber_id)
      .execute();
    change.exempt('communication_subscribers', 'internal');
    return known.subscriber_id;
  }
  if ((await countSubscribers(db, tenantId)) >= subscriberLimit) return undefined;
  const row = await db
    .insertInto('communication_subscribers')
    .values({
      tenant_id: tenantId,
      subscriber_id: randomUUID(),
      address,
      state: subscriberStates.Pending,
      requested: now,
      confirmed: null,
      created: now,
      created_by: 'visitor',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await change.record({ entity: 'Subscriber', id: row.subscriber_id, tenantId, after: toSubscriber(row) });
  return row.subscriber_id;
};

/** Queues the confirmation link, if the tenant lets visitors subscribe and the address is not subscribed yet. */
export const takeSubscriptionRequest: StepHandler<Services> = (step, services) =>
  Promise.resolve({
    kind: 'done',
    apply: async (db, change) => {
      const { address } = step.input as { readonly address: string };
      const { tenantId, context } = step;
      const subscriberId = await findPending(db, change, tenantId, address);
      if (subscriberId === undefined) return;
      const delivery = { delivery_id: randomUUID(), subscriber_id: subscriberId };
      await db
        .insertInto('subscriber_deliveries')
        .values({
          ...delivery,
          tenant_id: tenantId,
          address,
          kind: deliveryKinds.Confirmation,
          state: deliveryStates.Queued,
          subject: 'Please confirm your subscription',
          created: context.clock.now(),
        })
        .execute();
      await queueSubscriberMails(services, db, context, tenantId, [delivery]);
    },
  });
