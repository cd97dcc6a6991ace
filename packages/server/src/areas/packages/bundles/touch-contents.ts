import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';

/** Restarts the retention period of the bundles of versions that are about to be deleted. */
export const touchContents = async (
  db: ScopedDatabase,
  change: Change,
  versions: { readonly tenantId: string; readonly packageId: string; readonly packageVersionId?: string },
): Promise<void> => {
  const { tenantId, packageId, packageVersionId } = versions;
  await db
    .updateTable('package_contents')
    .set({ touched: change.context.clock.now() })
    .where('tenant_id', '=', tenantId)
    .where('sha256', 'in', (eb) =>
      eb
        .selectFrom('package_versions')
        .select('package_versions.sha256')
        .where('package_versions.tenant_id', '=', tenantId)
        .where('package_versions.package_id', '=', packageId)
        .$if(packageVersionId !== undefined, (query) =>
          query.where('package_versions.package_version_id', '=', packageVersionId ?? ''),
        ),
    )
    .execute();
};
