import type { DesiredInstallations, PackageInstalls } from '@cfs/contracts/installations';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { conflict, invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { findDevice } from '../devices/find-device.ts';
import { raiseConfigurationVersion } from '../devices/raise-configuration-version.ts';
import { setDesiredVersions } from '../packages/installations/set-desired-versions.ts';
import { readPackageInstalls } from './read-package-installs.ts';

/** @throws 409, naming them, if operations of the device need a package that is to be removed. */
const expectUnused = async (
  db: ScopedDatabase,
  device: { readonly tenantId: string; readonly deviceId: string },
  packageIds: readonly string[],
): Promise<void> => {
  const [used] = await db
    .selectFrom('device_operations as assigned')
    .innerJoin('package_operations as operation', 'operation.operation_id', 'assigned.operation_id')
    .innerJoin('packages', 'packages.package_id', 'operation.package_id')
    .select(['packages.name', 'assigned.label'])
    .where('assigned.tenant_id', '=', device.tenantId)
    .where('assigned.device_id', '=', device.deviceId)
    .where('assigned.is_deleted', '=', false)
    .where((row) => row('operation.package_id', '=', row.fn.any(row.val([...packageIds]))))
    .orderBy('packages.name')
    .orderBy('assigned.label')
    .limit(1)
    .execute();
  if (used) throw conflict(`${used.name} cannot be removed because the operation ${used.label} needs it.`);
};

/**
 * Sets the versions that are desired for a device; its agent installs and removes the difference. Returns the
 * installations of the device.
 *
 * @throws 400 for a version that does not exist or another device than that of the address, 404 for a device outside
 * the caller's scope, 409 if an operation of the device needs a removed package, or if the replaced version is not the
 * one that the caller has seen.
 */
export const setInstallations = async (
  services: Pick<Services, 'gate'>,
  context: Context,
  deviceId: string,
  items: DesiredInstallations,
): Promise<PackageInstalls> => {
  if (items.some((item) => item.deviceId !== undefined && item.deviceId !== deviceId))
    throw invalid({ DeviceId: ['All installations must be of the device in the address.'] });
  const scope = { permission: 'Devices:edit', shared: true } as const;
  await services.gate.write(context, scope, async (db, change) => {
    const row = await findDevice(db, context, 'Devices:edit', deviceId);
    const device = { tenantId: row.tenant_id, deviceId };
    const removed = items.filter(({ packageVersionId }) => packageVersionId === null);
    await expectUnused(
      db,
      device,
      removed.map(({ packageId }) => packageId),
    );
    const isChanged = await setDesiredVersions(db, change, device, items);
    if (isChanged) await raiseConfigurationVersion(db, change, device.tenantId, [deviceId]);
  });
  return readPackageInstalls(services, context, deviceId);
};
