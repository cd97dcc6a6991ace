import type { TestDatabase } from '../../../testing/test-database.ts';

interface Installation {
  readonly tenantId: string;
  readonly deviceId: string;
  readonly packageId: string;
  readonly versionId: string;
}

/**
 * Inserts the installation of a version on a device, or replaces its version, as the owner of the tables, so that row
 * level security does not apply.
 */
export const seedInstallation = (
  database: TestDatabase,
  { tenantId, deviceId, packageId, versionId }: Installation,
): Promise<unknown> =>
  database.asOwner(
    `insert into cfs.package_installations (tenant_id, device_id, package_id, desired_version_id, installed_version_id,
       status, installed, created, created_by, modified, modified_by)
     values ($1, $2, $3, $4, $4, 5, now(), now(), 'test', now(), 'test')
     on conflict (tenant_id, device_id, package_id) do update
       set desired_version_id = excluded.desired_version_id, installed_version_id = excluded.installed_version_id`,
    [tenantId, deviceId, packageId, versionId],
  );
