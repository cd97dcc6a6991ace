import type { Context } from '../../../platform/context.ts';
import type { ScopeRequest } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Download } from '../../../platform/http/send-content.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';

/**
 * Returns the bundle of a version for download.
 *
 * @throws 404 for a version outside the caller's scope.
 */
export const findBundle = async (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  scope: ScopeRequest,
  packageVersionId: string,
): Promise<Download> => {
  const row = await gate.read(context, scope, (db) =>
    db
      .selectFrom('package_versions')
      .innerJoin('packages', 'packages.package_id', 'package_versions.package_id')
      .select([
        'package_versions.tenant_id',
        'package_versions.sha256',
        'package_versions.size',
        'package_versions.version',
        'packages.name',
      ])
      .where('package_versions.package_version_id', '=', packageVersionId)
      .where(inScope(context, scope, 'package_versions.tenant_id'))
      .executeTakeFirst(),
  );
  if (!row) throw notFound('Package version');
  return {
    tenantId: row.tenant_id,
    sha256: row.sha256,
    size: row.size,
    fileName: `${row.name}-${row.version}.zip`,
    mediaType: 'application/zip',
  };
};
