import { systemContext } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { findOwnOperations } from './count-operations.ts';

/**
 * Maximum number of devices whose operations are cached. Entries never become stale: an operation never changes its
 * device.
 */
const maxCachedDevices = 20_000;

/**
 * Returns a function that finds the entities, other than the device itself, for which a device may send packets: its
 * operations.
 */
export const createOwnEntities = ({ gate, clock }: Pick<Services, 'gate' | 'clock'>) => {
  const cached = new Map<string, Set<string>>();
  return async (
    device: { readonly tenantId: string; readonly deviceId: string },
    entityIds: readonly string[],
  ): Promise<ReadonlySet<string>> => {
    const known = cached.get(device.deviceId) ?? new Set<string>();
    const unknown = entityIds.filter((id) => !known.has(id));
    if (unknown.length === 0) return known;
    const context = systemContext({ name: 'packets', clock, tenantId: device.tenantId });
    const found = await gate.read(context, 'Devices:view', (db) => findOwnOperations(db, device, unknown));
    const all = new Set([...known, ...found]);
    cached.delete(device.deviceId);
    if (all.size > 0) cached.set(device.deviceId, all);
    for (const id of cached.keys()) {
      if (cached.size <= maxCachedDevices) break;
      cached.delete(id);
    }
    return all;
  };
};
