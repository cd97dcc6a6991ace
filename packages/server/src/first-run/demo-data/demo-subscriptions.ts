import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { actorName, type Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';

/** Makes the subscription unless the tenant has one of that name. */
export async function ensureSubscription(
  services: Pick<Services, 'gate' | 'snapshot'>,
  context: Context,
  { tenantId, name }: { readonly tenantId: string; readonly name: string },
): Promise<void> {
  const { subscriptions } = await services.snapshot.current();
  if ([...subscriptions.values()].some((known) => known.tenantId === tenantId && known.name === name)) return;
  const now = context.clock.now();
  const by = actorName(context.actor);
  await services.gate.write(context, 'Subscriptions:create', (db) =>
    db.run(sql`
      insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
      select ${tenantId}::uuid, ${randomUUID()}::uuid, ${name}, ${now}::timestamptz, ${by}, ${now}::timestamptz, ${by}
      where ${db.scopeGuard}`),
  );
  await services.snapshot.refresh();
}
