import { randomUUID } from 'node:crypto';
import {
  maxSubscriptionsPerTenant,
  type Subscription,
  type SubscriptionCreate,
  type SubscriptionUpdate,
} from '@cfs/contracts/subscriptions';
import type { Context } from '../../platform/context.ts';
import { expectRoom } from '../../platform/database/expect-room.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { expectModified } from '../../platform/modified.ts';
import { toColumns } from '../../platform/odata/wire-form.ts';
import { invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { expectTenant } from '../tenants/expect-tenant.ts';
import { subscriptionEntity, toSubscription } from './subscription-entity.ts';

type Needs = Pick<Services, 'gate' | 'snapshot'>;

const room = { table: 'subscriptions', max: maxSubscriptionsPerTenant, noun: 'subscriptions' } as const;

/**
 * Creates a subscription, which this node can use at once.
 *
 * @throws 404 for a tenant without the permission, 409 at the limit.
 */
export const createSubscription = async (
  services: Needs,
  context: Context,
  body: SubscriptionCreate,
): Promise<Subscription> => {
  const created = await services.gate.write(context, 'Subscriptions:create', async (db, change) => {
    const tenantId = body.tenantId ?? context.tenantId;
    await expectTenant(db, context, 'Subscriptions:create', tenantId);
    await expectRoom(db, tenantId, room);
    const row = await db
      .insertInto('subscriptions')
      .values({
        tenant_id: tenantId,
        subscription_id: randomUUID(),
        name: body.name,
        ...toColumns(subscriptionEntity, body),
        ...change.created(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toSubscription(row);
    await change.record({ entity: 'Subscription', id: row.subscription_id, tenantId, after });
    return after;
  });
  await services.snapshot.refresh();
  return created;
};

/**
 * Changes the fields that the body contains.
 *
 * @throws 404 for a subscription outside the caller's scope, 409 for a stale `modified`, 400 for another tenant.
 */
export const updateSubscription = async (
  services: Needs,
  context: Context,
  subscriptionId: string,
  body: SubscriptionUpdate,
): Promise<Subscription> => {
  const updated = await services.gate.write(context, 'Subscriptions:edit', async (db, change) => {
    const row = await db
      .selectFrom('subscriptions')
      .selectAll()
      .where('subscription_id', '=', subscriptionId)
      .where(inScope(context, 'Subscriptions:edit', 'subscriptions.tenant_id'))
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('Subscription');
    const tenantId = row.tenant_id;
    if (body.tenantId && body.tenantId !== tenantId)
      throw invalid({ TenantId: ['The tenant of a subscription cannot be changed.'] });
    expectModified(row.modified, body.modified);
    const stored = await db
      .updateTable('subscriptions')
      .set({
        ...toColumns(subscriptionEntity, body),
        ...change.modified(row),
      })
      .where('tenant_id', '=', tenantId)
      .where('subscription_id', '=', row.subscription_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const [before, after] = [toSubscription(row), toSubscription(stored)];
    await change.record({
      entity: 'Subscription',
      id: row.subscription_id,
      tenantId,
      before,
      after,
    });
    return after;
  });
  await services.snapshot.refresh();
  return updated;
};
