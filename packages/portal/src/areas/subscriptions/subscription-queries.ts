import type { Subscription, SubscriptionCreate, SubscriptionUpdate } from '@cfs/contracts/subscriptions';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';

export const subscriptionSet = '/v1/subscriptions';

/**
 * Creates a subscription, or updates the one with this id; invalidates lists and lookups. Resolves to the stored row.
 */
export const useSaveSubscription = () => {
  const refresh = useRefresh();
  return async (values: SubscriptionCreate | SubscriptionUpdate, subscriptionId?: string): Promise<Subscription> => {
    const saved = subscriptionId
      ? await api.post<Subscription>(`${subscriptionSet}/${subscriptionId}`, values)
      : await api.put<Subscription>(subscriptionSet, values);
    await refresh(subscriptionSet, 'lookup');
    return saved;
  };
};
