import { randomUUID } from 'node:crypto';
import { subscriberStates } from '@cfs/contracts/communication-subscribers';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { forbidden } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { expectTenant } from '../../tenants/expect-tenant.ts';
import { deleteSubscriber } from './end-subscription.ts';
import { toSubscriber } from './subscriber-entity.ts';

type Needs = Pick<Services, 'gate'>;

const scope = 'WorkUnitCommunications:view';

/** The mail address of the person, which the provider has verified; throws 403 for any other actor. */
const addressOf = ({ actor }: Context): string => {
  if (actor.kind !== 'person') throw forbidden();
  return actor.userName.toLowerCase();
};

const lockOwn = (db: ScopedDatabase, tenantId: string, address: string) =>
  db
    .selectFrom('communication_subscribers')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('address', '=', address)
    .forUpdate()
    .executeTakeFirst();

/** Whether the person is subscribed to the communications of a tenant. Throws 404 for a tenant out of reach. */
export const readOwnSubscription = (
  { gate }: Needs,
  context: Context,
  tenantId: string,
): Promise<{ readonly isSubscribed: boolean }> =>
  gate.read(context, scope, async (db) => {
    const address = addressOf(context);
    await expectTenant(db, context, scope, tenantId);
    const row = await db
      .selectFrom('communication_subscribers')
      .select('state')
      .where('tenant_id', '=', tenantId)
      .where('address', '=', address)
      .executeTakeFirst();
    return { isSubscribed: row?.state === subscriberStates.Confirmed };
  });

/** Subscribes the person, or ends the subscription. The address needs no confirmation. Throws 404 as the read does. */
export const writeOwnSubscription = (
  { gate }: Needs,
  context: Context,
  tenantId: string,
  isSubscribed: boolean,
): Promise<{ readonly isSubscribed: boolean }> =>
  gate.write(context, scope, async (db, change) => {
    const address = addressOf(context);
    await expectTenant(db, context, scope, tenantId);
    const row = await lockOwn(db, tenantId, address);
    if ((row?.state === subscriberStates.Confirmed) === isSubscribed) return { isSubscribed };
    if (!isSubscribed) {
      if (row) await deleteSubscriber(db, change, row);
      return { isSubscribed };
    }
    const now = context.clock.now();
    const confirmed = { state: subscriberStates.Confirmed, confirmed: now };
    // The second of two concurrent calls waits here for the first, and then updates its row.
    const stored = await db
      .insertInto('communication_subscribers')
      .values({
        tenant_id: tenantId,
        subscriber_id: randomUUID(),
        address,
        requested: now,
        ...confirmed,
        ...change.createdOnce(),
      })
      .onConflict((known) => known.columns(['tenant_id', 'address']).doUpdateSet(confirmed))
      .returningAll()
      .executeTakeFirstOrThrow();
    await change.record({
      entity: 'Subscriber',
      id: stored.subscriber_id,
      tenantId,
      ...(row && { before: toSubscriber(row) }),
      after: toSubscriber(stored),
    });
    return { isSubscribed };
  });
