import type { ScopedDatabase } from '../../../platform/database/gate.ts';

/** A version that is desired for a device. */
export interface DesiredInstall {
  readonly packageId: string;
  readonly packageName: string;
  /** A number of `packageTypes`. */
  readonly packageTypeId: number;
  readonly packageVersionId: string;
  readonly version: string;
  /** SHA-256 of the bundle, hexadecimal. */
  readonly sha256: string;
  /** Bytes of the bundle. */
  readonly size: number;
  /** Path of the bundle for the agent. */
  readonly path: string;
  /**
   * When the version was last set, ISO 8601; `undefined` if an older server, which did not record it, set the version.
   */
  readonly desired: string | undefined;
}

/**
 * The versions that are desired for a device, sorted by the name of the package. The scope must include the shared
 * rows.
 */
export const findDesiredVersions = async (
  db: ScopedDatabase,
  { tenantId, deviceId }: { readonly tenantId: string; readonly deviceId: string },
): Promise<DesiredInstall[]> => {
  const rows = await db
    .selectFrom('package_installations')
    .innerJoin('package_versions', 'package_versions.package_version_id', 'package_installations.desired_version_id')
    .innerJoin('packages', 'packages.package_id', 'package_versions.package_id')
    .select([
      'packages.package_id',
      'packages.name',
      'packages.package_type_id',
      'package_versions.package_version_id',
      'package_versions.version',
      'package_versions.sha256',
      'package_versions.size',
      'package_installations.desired',
    ])
    .where('package_installations.tenant_id', '=', tenantId)
    .where('package_installations.device_id', '=', deviceId)
    .orderBy('packages.name')
    .orderBy('packages.package_id')
    .execute();
  return rows.map((row) => ({
    packageId: row.package_id,
    packageName: row.name,
    packageTypeId: row.package_type_id,
    packageVersionId: row.package_version_id,
    version: row.version,
    sha256: row.sha256,
    size: row.size,
    path: `/v1/agents/packages/${row.package_version_id}`,
    desired: row.desired?.toISOString(),
  }));
};
