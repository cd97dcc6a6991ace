import { installStatuses } from '@cfs/contracts/package-enumerations';
import type { Selectable } from 'kysely';
import type { Change } from '../../../platform/audit/change.ts';
import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { conflict, invalid } from '../../../platform/problems.ts';
import type { PackageInstallationTable } from '../package-tables.ts';

/** The version of a package that is desired for a device; `null` removes the package. */
export interface DesiredVersion {
  readonly packageId: string;
  readonly packageVersionId: string | null;
  /**
   * The version that the caller expects to replace; `undefined` for any. Not checked if the new version is set already.
   */
  readonly seenVersionId?: string | null | undefined;
}

type Installation = Selectable<PackageInstallationTable>;
interface Device {
  readonly tenantId: string;
  readonly deviceId: string;
}

/** @throws 400 for a version that does not belong to the package in the tenant or the System tenant. */
const expectVersions = async (
  db: ScopedDatabase,
  tenantId: string,
  desired: readonly DesiredVersion[],
): Promise<void> => {
  const ids = desired.flatMap(({ packageVersionId }) => (packageVersionId === null ? [] : [packageVersionId]));
  if (ids.length === 0) return;
  const rows = await db
    .selectFrom('package_versions')
    .select(['package_version_id', 'package_id'])
    .where('tenant_id', 'in', [tenantId, systemTenantId])
    .where('package_version_id', 'in', ids)
    .execute();
  const packageOf = new Map(rows.map((row) => [row.package_version_id, row.package_id]));
  const isUnknown = ({ packageId, packageVersionId }: DesiredVersion): boolean =>
    packageVersionId !== null && packageOf.get(packageVersionId) !== packageId;
  if (desired.some(isUnknown)) throw invalid({ PackageVersionId: ['The version of the package was not found.'] });
};

const statusOf = (desired: string | null, installed: string | null): number => {
  if (desired === installed) return installStatuses.Installed;
  return desired === null ? installStatuses.Removing : installStatuses.Pending;
};

const insertInstallation = async (
  db: ScopedDatabase,
  change: Change,
  { tenantId, deviceId }: Device,
  { packageId, packageVersionId }: DesiredVersion,
): Promise<void> => {
  await db
    .insertInto('package_installations')
    .values({
      tenant_id: tenantId,
      device_id: deviceId,
      package_id: packageId,
      desired_version_id: packageVersionId,
      desired: change.context.clock.now(),
      installed_version_id: null,
      status: installStatuses.Pending,
      percent: null,
      detail: null,
      installed: null,
      ...change.created(),
    })
    .execute();
};

const changeInstallation = async (
  db: ScopedDatabase,
  change: Change,
  row: Installation,
  desired: string | null,
): Promise<void> => {
  const one = {
    tenant_id: row.tenant_id,
    device_id: row.device_id,
    package_id: row.package_id,
  };
  if (desired === null && row.installed_version_id === null) {
    await db
      .deleteFrom('package_installations')
      .where((eb) => eb.and(one))
      .execute();
    return;
  }
  await db
    .updateTable('package_installations')
    .set({
      desired_version_id: desired,
      desired: change.context.clock.now(),
      status: statusOf(desired, row.installed_version_id),
      percent: null,
      detail: null,
      ...change.modified(row),
    })
    .where((eb) => eb.and(one))
    .execute();
};

/**
 * Sets the versions that are desired for a device, in the caller's transaction, which has locked the device. Other
 * packages are kept. A failed version is retried if it is set again. Resolves with whether anything changed; if so, the
 * caller must raise the configuration version.
 *
 * @throws 400 for a version that does not exist for the tenant, 409 if the version to replace has changed.
 */
export const setDesiredVersions = async (
  db: ScopedDatabase,
  change: Change,
  device: Device,
  desired: readonly DesiredVersion[],
): Promise<boolean> => {
  await expectVersions(db, device.tenantId, desired);
  const rows = await db
    .selectFrom('package_installations')
    .selectAll()
    .where('tenant_id', '=', device.tenantId)
    .where('device_id', '=', device.deviceId)
    .forUpdate()
    .execute();
  const stored = new Map(rows.map((row) => [row.package_id, row]));
  const wanted = new Map(desired.map((one) => [one.packageId, one]));
  let isChanged = false;
  for (const one of wanted.values()) {
    const row = stored.get(one.packageId);
    const current = row?.desired_version_id ?? null;
    if (one.seenVersionId !== undefined && ![one.seenVersionId, one.packageVersionId].includes(current))
      throw conflict('Another version was chosen for the device in the meantime.');
    const isRetried = row?.status === installStatuses.Failed || row?.status === installStatuses.RolledBack;
    if (current === one.packageVersionId && !isRetried) continue;
    if (row) await changeInstallation(db, change, row, one.packageVersionId);
    else await insertInstallation(db, change, device, one);
    await change.record({
      entity: 'PackageInstallation',
      id: `${device.deviceId}/${one.packageId}`,
      tenantId: device.tenantId,
      ...(row && { before: { packageVersionId: row.desired_version_id } }),
      after: { packageVersionId: one.packageVersionId },
    });
    isChanged = true;
  }
  return isChanged;
};
