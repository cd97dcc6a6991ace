import { packageVersionStatuses } from '@cfs/contracts/package-enumerations';
import type { Change } from '../../platform/audit/change.ts';
import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { setDesiredVersions } from '../packages/installations/set-desired-versions.ts';
import { builtInKind } from './built-in-kind.ts';

/**
 * Makes the latest version desired for the packages of a device's operations, unless a version is desired already.
 * Built-in operations need no package. Runs in the caller's transaction, which holds the lock of the device.
 */
export const ensureInstalled = async (
  db: ScopedDatabase,
  change: Change,
  device: { readonly tenantId: string; readonly deviceId: string },
  operations: readonly { readonly operationId: string; readonly packageId: string }[],
): Promise<void> => {
  const packageIds = [
    ...new Set(operations.flatMap((each) => (builtInKind(each.operationId) === undefined ? [each.packageId] : []))),
  ];
  if (packageIds.length === 0) return;
  const latest = await db
    .selectFrom('package_versions')
    .select(['package_id as packageId', 'package_version_id as packageVersionId'])
    .where('tenant_id', 'in', [device.tenantId, systemTenantId])
    .where('package_id', 'in', packageIds)
    .where('package_version_status_id', '=', packageVersionStatuses.Latest)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('package_installations as installation')
            .select('installation.package_id')
            .where('installation.tenant_id', '=', device.tenantId)
            .where('installation.device_id', '=', device.deviceId)
            .where('installation.desired_version_id', 'is not', null)
            .whereRef('installation.package_id', '=', 'package_versions.package_id'),
        ),
      ),
    )
    .execute();
  if (latest.length > 0) await setDesiredVersions(db, change, device, latest);
};
