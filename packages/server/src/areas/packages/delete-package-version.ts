import { packageVersionStatuses } from '@cfs/contracts/package-enumerations';
import type { Context } from '../../platform/context.ts';
import { toWire } from '../../platform/odata/wire-form.ts';
import { conflict, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { countInstallations } from './describe-package-use.ts';
import { forgetDeletedDevices } from './forget-deleted-devices.ts';
import { holdPackage } from './hold-package.ts';
import { packageVersionEntity } from './package-version-entity.ts';

/**
 * Deletes a version; its bundle is removed later if no other version has the same bytes.
 *
 * @throws 409 for the latest version and for one that devices have or are to have.
 */
export const deletePackageVersion = (
  services: Pick<Services, 'gate'>,
  context: Context,
  { packageId, packageVersionId }: { readonly packageId: string; readonly packageVersionId: string },
): Promise<void> =>
  services.gate.write(context, { permission: 'Packages:delete', shared: true }, async (db, change) => {
    const { tenant_id: tenantId } = await holdPackage(db, context, 'Packages:delete', packageId);
    const row = await db
      .selectFrom('package_versions')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('package_id', '=', packageId)
      .where('package_version_id', '=', packageVersionId)
      .executeTakeFirst();
    if (!row) throw notFound('Package version');
    if (row.package_version_status_id === packageVersionStatuses.Latest)
      throw conflict('The latest version of a package cannot be deleted. Upload a higher one, or delete the package.');
    const devices = await countInstallations(db, context, { packageId, packageVersionId });
    if (devices > 0)
      throw conflict(
        `Version ${row.version} is in use by installations on ${devices} device${devices === 1 ? '' : 's'}.`,
      );
    await forgetDeletedDevices(db, change, packageVersionId);
    await db
      .deleteFrom('package_versions')
      .where('tenant_id', '=', tenantId)
      .where('package_version_id', '=', packageVersionId)
      .execute();
    await change.record({
      entity: 'PackageVersion',
      id: packageVersionId,
      tenantId,
      before: toWire(packageVersionEntity, row),
    });
  });
