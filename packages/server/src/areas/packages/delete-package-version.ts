import { packageVersionStatuses } from '@cfs/contracts/package-enumerations';
import { packageManifestSchema } from '@cfs/contracts/package-manifest';
import type { Change } from '../../platform/audit/change.ts';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { toWire } from '../../platform/odata/wire-form.ts';
import { conflict, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { applyManifest } from './bundles/apply-manifest.ts';
import { touchContents } from './bundles/touch-contents.ts';
import { countInstallations } from './describe-package-use.ts';
import { deleteOrphanedInstallations } from './delete-orphaned-installations.ts';
import { lockPackage, type PackageRow } from './lock-package.ts';
import { packageVersionEntity } from './package-version-entity.ts';

/**
 * Redefines the package from its highest version if the deleted version defined it: a pre-release higher than all
 * others, while there is no release.
 */
const redefinePackage = async (
  db: ScopedDatabase,
  change: Change,
  software: PackageRow,
  deleted: { readonly precedence: string },
): Promise<void> => {
  const versions = db
    .selectFrom('package_versions')
    .where('tenant_id', '=', software.tenant_id)
    .where('package_id', '=', software.package_id);
  const release = await versions
    .select('package_version_id')
    .where('package_version_status_id', '<>', packageVersionStatuses.PreRelease)
    .limit(1)
    .executeTakeFirst();
  if (release) return;
  const highest = await versions
    .select(['precedence', 'manifest'])
    .orderBy('precedence', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!highest || highest.precedence > deleted.precedence) return;
  await applyManifest(db, change, software, packageManifestSchema.parse(JSON.parse(highest.manifest)));
};

/**
 * Deletes a version. Its bundle is removed later if no other version has the same bytes. If the version defined the
 * package, the next one does so.
 *
 * @throws 409 for the latest version, and for one that is installed on devices or desired for them.
 */
export const deletePackageVersion = (
  services: Pick<Services, 'gate'>,
  context: Context,
  { packageId, packageVersionId }: { readonly packageId: string; readonly packageVersionId: string },
): Promise<void> =>
  services.gate.write(context, { permission: 'Packages:delete', shared: true }, async (db, change) => {
    const software = await lockPackage(db, context, 'Packages:delete', packageId);
    const tenantId = software.tenant_id;
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
    await deleteOrphanedInstallations(db, change, packageVersionId);
    await touchContents(db, change, { tenantId, packageId, packageVersionId });
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
    await redefinePackage(db, change, software, row);
  });
