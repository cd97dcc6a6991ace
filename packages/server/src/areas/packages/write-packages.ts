import { randomUUID } from 'node:crypto';
import { executableTypes, packageTypes } from '@cfs/contracts/package-enumerations';
import type { Package, PackageCreate, PackageUpdate } from '@cfs/contracts/packages';
import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { expectModified } from '../../platform/modified.ts';
import { toColumns } from '../../platform/odata/wire-form.ts';
import { conflict, invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { ownerTenant } from '../tenants/owner-tenant.ts';
import { touchContents } from './bundles/touch-contents.ts';
import { describePackageUse, type PackageUse } from './describe-package-use.ts';
import { findPackageByName } from './find-package-by-name.ts';
import { lockPackage, type PackageRow } from './lock-package.ts';
import { packageEntity } from './package-entity.ts';
import { toPackage } from './package-wire.ts';

type Needs = Pick<Services, 'gate'>;

const expectFreeName = async (db: ScopedDatabase, tenantId: string, name: string): Promise<void> => {
  if (await findPackageByName(db, tenantId, name)) throw conflict(`A package named ${name} already exists.`);
};

/**
 * Creates a package without versions.
 *
 * @throws 404 for a tenant without the permission, 403 for a shared package without the permission in all tenants, 409
 * for a name that the tenant has already.
 */
export const createPackage = (services: Needs, context: Context, body: PackageCreate): Promise<Package> =>
  services.gate.write(context, { permission: 'Packages:create', shared: true }, async (db, change) => {
    const tenantId = await ownerTenant(db, context, 'Packages:create', body.tenantId);
    await expectFreeName(db, tenantId, body.name);
    const row = await db
      .insertInto('packages')
      .values({
        tenant_id: tenantId,
        package_id: randomUUID(),
        name: body.name,
        description: body.description ?? null,
        package_type_id: packageTypes[body.packageTypeId],
        executable_name: body.executableName ?? null,
        executable_type_id: executableTypes[body.executableTypeId],
        reference_url: body.referenceUrl ?? null,
        operating_system_rids_id: body.operatingSystemRidsId,
        parameter_definitions: '[]',
        ...change.created(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toPackage(row);
    await change.record({ entity: 'Package', id: row.package_id, tenantId, after });
    return after;
  });

/** The fields that bundles define; they cannot be changed once there is a version. */
const statedByBundles = {
  name: 'Name',
  packageTypeId: 'Package type',
  executableName: 'Executable name',
  executableTypeId: 'Executable type',
  operatingSystemRidsId: 'Supported operating systems',
} as const satisfies Partial<Record<keyof PackageUpdate, string>>;

const expectUnstated = async (db: ScopedDatabase, row: PackageRow, body: PackageUpdate): Promise<void> => {
  const stored = toPackage(row);
  const names = Object.keys(statedByBundles) as (keyof typeof statedByBundles)[];
  const changed = names.filter((name) => body[name] !== undefined && (body[name] ?? null) !== stored[name]);
  if (changed.length === 0) return;
  const version = await db
    .selectFrom('package_versions')
    .select('package_version_id')
    .where('tenant_id', '=', row.tenant_id)
    .where('package_id', '=', row.package_id)
    .limit(1)
    .executeTakeFirst();
  if (!version) return;
  throw invalid(
    Object.fromEntries(
      changed.map((name) => [
        name.charAt(0).toUpperCase() + name.slice(1),
        [`${statedByBundles[name]} comes from the bundles of the package. Upload a version to change it.`],
      ]),
    ),
  );
};

/**
 * Updates the fields of the body; `modified` is the optimistic lock.
 *
 * @throws 404 for a package outside of the caller's scope, 409 for a stale `modified` or a name that is taken, 400 for
 * another tenant and for fields that bundles define.
 */
export const updatePackage = (
  services: Needs,
  context: Context,
  packageId: string,
  body: PackageUpdate,
): Promise<Package> =>
  services.gate.write(context, { permission: 'Packages:edit', shared: true }, async (db, change) => {
    const row = await lockPackage(db, context, 'Packages:edit', packageId);
    const tenantId = row.tenant_id;
    if (body.tenantId !== undefined && (body.tenantId ?? systemTenantId) !== tenantId)
      throw invalid({ TenantId: ['The tenant of a package cannot be changed.'] });
    expectModified(row.modified, body.modified);
    await expectUnstated(db, row, body);
    if (body.name !== undefined && body.name.toLowerCase() !== row.name.toLowerCase())
      await expectFreeName(db, tenantId, body.name);
    const stored = await db
      .updateTable('packages')
      .set({ ...toColumns(packageEntity, body), ...change.modified(row) })
      .where('tenant_id', '=', tenantId)
      .where('package_id', '=', packageId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const [before, after] = [toPackage(row), toPackage(stored)];
    await change.record({ entity: 'Package', id: packageId, tenantId, before, after });
    return after;
  });

/**
 * Deletes a package with its operations and versions.
 *
 * @throws 409 that names its uses.
 */
export const deletePackage = (services: Needs, uses: PackageUse, context: Context, packageId: string): Promise<void> =>
  services.gate.write(context, { permission: 'Packages:delete', shared: true }, async (db, change) => {
    const row = await lockPackage(db, context, 'Packages:delete', packageId);
    const use = await describePackageUse(uses, db, context, packageId);
    if (use !== undefined) throw conflict(`The package is in use by ${use}.`);
    await touchContents(db, change, { tenantId: row.tenant_id, packageId });
    await db
      .deleteFrom('packages')
      .where('tenant_id', '=', row.tenant_id)
      .where('package_id', '=', packageId)
      .execute();
    await change.record({ entity: 'Package', id: packageId, tenantId: row.tenant_id, before: toPackage(row) });
  });
