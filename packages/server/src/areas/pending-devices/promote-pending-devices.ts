import type { Context } from '../../platform/context.ts';
import { invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { insertDevices } from '../devices/insert-devices.ts';
import { choosePendingDevices, settlePendingDevices } from './choose-pending-devices.ts';

type Needs = Pick<Services, 'gate' | 'snapshot'>;

/** The subscription of the request, or the tenant's first by name if it has none. */
const currentSubscription = async ({ snapshot }: Needs, context: Context): Promise<string> => {
  const { subscriptions } = await snapshot.current();
  const ofTenant = [...subscriptions.values()]
    .filter((each) => each.tenantId === context.tenantId)
    .sort((one, other) => one.name.localeCompare(other.name));
  const [first] = ofTenant;
  if (!first) throw invalid({ subscriptionId: ['The tenant has no subscription to promote into.'] });
  const { subscriptionId = first.subscriptionId } = context;
  if (!ofTenant.some((each) => each.subscriptionId === subscriptionId))
    throw invalid({ subscriptionId: ['The subscription was not found.'] });
  return subscriptionId;
};

/**
 * Promotes the chosen machines to devices of the current subscription, each with its heartbeat block, and lets their
 * agents sign in. Returns the ids of the devices, which are those of the pending devices.
 *
 * @throws 404 if one of them is not in the request's tenant, 400 if the subscription is not the tenant's or the tenant
 *   has none.
 */
export const promotePendingDevices = async (
  services: Needs,
  context: Context,
  ids: readonly string[],
): Promise<string[]> => {
  return services.gate.write(context, 'PendingDevices:edit', async (db, change) => {
    const chosen = await choosePendingDevices(db, context, ids);
    const subscriptionId = await currentSubscription(services, context);
    await settlePendingDevices(db, context, ids, 'promoted');
    await insertDevices(
      db,
      change,
      chosen.map((pending) => ({
        tenantId: pending.tenant_id,
        deviceId: pending.pending_device_id,
        subscriptionId,
        name: pending.machine_name,
        operatingSystemId: pending.operating_system_id,
      })),
    );
    for (const { pending_device_id: id, machine_name: name, key_fingerprint: keyFingerprint } of chosen) {
      await change.record({
        entity: 'Device',
        id,
        after: { name, subscriptionId, keyFingerprint },
      });
    }
    return chosen.map((pending) => pending.pending_device_id);
  });
};
