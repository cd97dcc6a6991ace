import type { TenantSubscriptionContext } from '@cfs/contracts/access';
import { reaches } from '../../../platform/access/reach.ts';
import type { Context } from '../../../platform/context.ts';
import { forbidden, invalid } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';

/**
 * Stores the tenant and subscription in which the person works from now on. Throws 403 for a tenant out of reach,
 * whether or not it exists; 400 if the body names another tenant than `tenantId` or a subscription of another tenant.
 */
export const chooseContext = async (
  services: Pick<Services, 'snapshot' | 'storedContexts'>,
  context: Context,
  userId: string,
  tenantId: string,
  body: TenantSubscriptionContext,
): Promise<TenantSubscriptionContext> => {
  if (body.tenant !== undefined && body.tenant !== tenantId) {
    throw invalid({ Tenant: ['The tenant of the body differs from that of the address.'] });
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
