import type { TenantSubscriptionContext } from '@cfs/contracts/access';
import { reaches } from '../../../platform/access/reach.ts';
import type { Context } from '../../../platform/context.ts';
import { forbidden, invalid } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';

/**
 * Keeps the tenant and subscription in which the person wants to work from now on. A tenant out of reach answers the
 * same 403 whether it exists or not; a subscription must be one of the tenant's.
 */
export const chooseContext = async (
  services: Pick<Services, 'snapshot' | 'storedContexts'>,
  context: Context,
  userId: string,
  tenantId: string,
  body: TenantSubscriptionContext,
): Promise<TenantSubscriptionContext> => {
  if (body.tenant !== undefined && body.tenant !== tenantId) {
    throw invalid({ Tenant: ['The tenant of the body is not that of the address.'] });
  }
  const snapshot = await services.snapshot.current();
  if (!snapshot.tenants.has(tenantId) || !reaches(context, tenantId)) throw forbidden();
  const subscriptionId = body.subscriptionId ?? undefined;
  if (subscriptionId !== undefined && snapshot.subscriptions.get(subscriptionId)?.tenantId !== tenantId) {
    throw invalid({ SubscriptionId: ['The tenant has no such subscription.'] });
  }
  await services.storedContexts.save(userId, { tenantId, subscriptionId }, context.clock.now());
  return { tenant: tenantId, subscriptionId: subscriptionId ?? null };
};
