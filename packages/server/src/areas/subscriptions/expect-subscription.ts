import { invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';

/** @throws 400 unless the subscription belongs to the tenant. */
export const expectSubscription = async (
  { snapshot }: Pick<Services, 'snapshot'>,
  tenantId: string,
  subscriptionId: string,
): Promise<void> => {
  const { subscriptions } = await snapshot.current();
  if (subscriptions.get(subscriptionId)?.tenantId !== tenantId) {
    throw invalid({ subscriptionId: ['The subscription was not found.'] });
  }
};
