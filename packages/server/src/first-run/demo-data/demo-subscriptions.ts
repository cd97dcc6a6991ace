import { createSubscription } from '../../areas/subscriptions/write-subscriptions.ts';
import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';

/** Creates the subscription unless the tenant has one of that name. */
export async function ensureSubscription(
  services: Pick<Services, 'gate' | 'snapshot'>,
  context: Context,
  { tenantId, name }: { readonly tenantId: string; readonly name: string },
): Promise<void> {
  const { subscriptions } = await services.snapshot.current();
  if ([...subscriptions.values()].some((known) => known.tenantId === tenantId && known.name === name)) return;
  await createSubscription(services, context, { tenantId, name });
}
