import { noVersionId, type PackageInstalls } from '@cfs/contracts/installations';
import { nameOf } from '@cfs/contracts/name-of';
import { installStatuses, packageVersionStatuses } from '@cfs/contracts/package-enumerations';
import { operatingSystems } from '@cfs/contracts/device-enumerations';
import { sql } from 'kysely';
import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';

interface Device {
  readonly tenant_id: string;
  readonly device_id: string;
  readonly operating_system_id: number;
}

const viewScope = { permission: 'Devices:view', shared: true } as const;

/**
 * The packages that support the device's operating system and have a version, and those that are installed on the
 * device or desired for it.
 */
const readRows = (db: ScopedDatabase, device: Device) =>
  db
    .selectFrom('packages')
    .leftJoin('package_installations as installation', (join) =>
      join
        .onRef('installation.package_id', '=', 'packages.package_id')
        .on('installation.tenant_id', '=', device.tenant_id)
        .on('installation.device_id', '=', device.device_id),
    )
    .leftJoin('package_versions as installed', 'installed.package_version_id', 'installation.installed_version_id')
    .select(['packages.package_id', 'packages.name', 'installation.status', 'installation.desired_version_id'])
    .select(['installation.installed_version_id', 'installed.version as installed_version', 'installation.installed'])
    .select(['installation.percent', 'installation.detail', 'installation.modified'])
    .where('packages.tenant_id', 'in', [device.tenant_id, systemTenantId])
    .where((row) =>
      row.or([
        row('installation.package_id', 'is not', null),
        row.and([
          device.operating_system_id === operatingSystems.Unknown
            ? sql<boolean>`true`
            : sql<boolean>`(packages.operating_system_rids_id & ${device.operating_system_id} <> 0
                or packages.operating_system_rids_id = 0)`,
          row.exists(
            row
              .selectFrom('package_versions as version')
              .select('version.package_id')
              .whereRef('version.package_id', '=', 'packages.package_id'),
          ),
        ]),
      ]),
    )
    .orderBy('packages.name')
    .orderBy('packages.package_id')
    .execute();

const readVersions = (db: ScopedDatabase, packageIds: readonly string[]) =>
  db
    .selectFrom('package_versions')
    .select(['package_id', 'package_version_id', 'version', 'label', 'package_version_status_id'])
    .where((row) => row('package_id', '=', row.fn.any(row.val([...packageIds]))))
    .orderBy('precedence', 'desc')
    .execute();

/**
 * Returns the installed and the desired version of each package that a device can have, and the versions to choose
 * from.
 *
 * @throws 404 for a device outside the caller's scope.
 */
export const readPackageInstalls = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  deviceId: string,
): Promise<PackageInstalls> =>
  gate.read(context, viewScope, async (db) => {
    const device = await db
      .selectFrom('devices')
      .select(['tenant_id', 'device_id', 'operating_system_id'])
      .where('device_id', '=', deviceId)
      .where('is_deleted', '=', false)
      .where(inScope(context, 'Devices:view', 'devices.tenant_id'))
      .executeTakeFirst();
    if (!device) throw notFound('Device');
    const rows = await readRows(db, device);
    const versions = Map.groupBy(
      await readVersions(
        db,
        rows.map((row) => row.package_id),
      ),
      (version) => version.package_id,
    );
    return {
      value: rows.map((row) => ({
        installPackage: { packageId: row.package_id },
        packageName: row.name,
        installStatus: nameOf(installStatuses, row.status ?? installStatuses.AvailableForInstall),
        packageVersionId: row.desired_version_id ?? noVersionId,
        packageVersions: (versions.get(row.package_id) ?? []).map((version) => ({
          version: version.version,
          packageVersionId: version.package_version_id,
          label: version.label,
          packageVersionStatusId: nameOf(packageVersionStatuses, version.package_version_status_id),
        })),
        installedVersionId: row.installed_version_id,
        installedVersion: row.installed_version,
        installed: row.installed?.toISOString() ?? null,
        percent: row.percent,
        detail: row.detail,
        modified: row.modified?.toISOString() ?? null,
      })),
    };
  });
