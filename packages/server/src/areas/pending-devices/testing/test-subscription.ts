import { randomUUID } from 'node:crypto';
import type { TestServer } from '../../../testing/test-server.ts';

/** Returns the first subscription of the tenant by name; creates one if it has none. */
export const testSubscription = async (server: TestServer, tenantId = server.tenants.own): Promise<string> => {
  const [known] = await server.database.asOwner<{ subscription_id: string }>(
    'select subscription_id from cfs.subscriptions where tenant_id = $1 order by name',
    [tenantId],
  );
  if (known) return known.subscription_id;
  const subscriptionId = randomUUID();
  await server.database.asOwner(
    `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
     values ($1, $2, 'First', $3, 'test', $3, 'test')`,
    [tenantId, subscriptionId, server.clock.now()],
  );
  await server.services.snapshot.refresh();
  return subscriptionId;
};
