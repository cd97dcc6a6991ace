import type { Change } from '../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';

const scope = { permission: 'Packages:delete', shared: true } as const;

/** Deletes the installations of a version on deleted devices. The caller has checked that no other device has it. */
export const deleteOrphanedInstallations = async (
  db: ScopedDatabase,
  change: Change,
  packageVersionId: string,
): Promise<void> => {
  change.exempt('package_installations', 'part of another');
  await db
    .deleteFrom('package_installations')
    .where((eb) =>
      eb.or([eb('desired_version_id', '=', packageVersionId), eb('installed_version_id', '=', packageVersionId)]),
    )
    .where(inScope(change.context, scope, 'package_installations.tenant_id'))
    .execute();
};
