import { randomBytes, randomUUID } from 'node:crypto';
import { packageVersionStatuses, type PackageVersionStatus } from '@cfs/contracts/package-enumerations';
import { parseSemanticVersion } from '@cfs/contracts/semantic-version';
import type { TestDatabase } from '../../../testing/test-database.ts';

/** A seeded package; `versions` maps version numbers to their ids. */
export interface SeededPackage {
  readonly packageId: string;
  readonly name: string;
  readonly versions: Readonly<Record<string, string>>;
}

/**
 * Inserts a package with versions whose bundles are not stored, as the owner of the tables, so that row level security
 * does not apply.
 */
export const seedPackage = async (
  database: TestDatabase,
  tenantId: string,
  versions: Readonly<Record<string, PackageVersionStatus>> = {},
): Promise<SeededPackage> => {
  const packageId = randomUUID();
  const name = `Package ${packageId}`;
  await database.asOwner(
    `insert into cfs.packages (tenant_id, package_id, name, package_type_id, executable_type_id,
       operating_system_rids_id, parameter_definitions, created, created_by, modified, modified_by)
     values ($1, $2, $3, 1, 2, 4, '[]', now(), 'test', now(), 'test')`,
    [tenantId, packageId, name],
  );
  const ids: Record<string, string> = {};
  for (const [version, status] of Object.entries(versions)) {
    const [id, sha256] = [randomUUID(), randomBytes(32).toString('hex')];
    ids[version] = id;
    await database.asOwner(
      `insert into cfs.package_contents (tenant_id, sha256, size, touched) values ($1, $2, 1, now())`,
      [tenantId, sha256],
    );
    await database.asOwner(
      `insert into cfs.package_versions (tenant_id, package_version_id, package_id, version, precedence, label,
         package_version_status_id, sha256, size, manifest, key_fingerprint, created, created_by)
       values ($1, $2, $3, $4, $5, 'Test', $6, $7, 1, '{}', 'SHA256:test', now(), 'test')`,
      [
        tenantId,
        id,
        packageId,
        version,
        parseSemanticVersion(version)?.precedence,
        packageVersionStatuses[status],
        sha256,
      ],
    );
  }
  return { packageId, name, versions: ids };
};
