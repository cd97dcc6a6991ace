import type { Permission } from '@cfs/contracts/permissions';
import type { Selectable } from 'kysely';
import { expectAllTenants } from '../../platform/access/expect-all-tenants.ts';
import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';
import type { PackageTable } from './package-tables.ts';

/** A stored package. */
export type PackageRow = Selectable<PackageTable>;

/**
 * Returns the package and locks it until the transaction ends.
 *
 * @throws 404 outside the caller's scope, 403 for a shared package without the permission in all tenants.
 */
export const lockPackage = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission,
  packageId: string,
): Promise<PackageRow> => {
  const row = await db
    .selectFrom('packages')
    .selectAll()
    .where('package_id', '=', packageId)
    .where(inScope(context, { permission, shared: true }, 'packages.tenant_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('Package');
  if (row.tenant_id === systemTenantId) expectAllTenants(context, permission);
  return row;
};
