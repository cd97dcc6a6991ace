import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase, ScopeRequest } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';

/**
 * Use of packages by device operations, which the deletion of a package checks. Implemented by the area
 * device-operations.
 */
export interface PackageUse {
  /** Counts the device operations, deleted ones excluded, that belong to the package. */
  readonly countDeviceOperations: (
    db: ScopedDatabase,
    context: Context,
    scope: ScopeRequest,
    packageId: string,
  ) => Promise<number>;
}

const scope = { permission: 'Packages:delete', shared: true } as const;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Counts the devices, deleted ones excluded, for which the package or version is desired or on which it is installed.
 */
export const countInstallations = async (
  db: ScopedDatabase,
  context: Context,
  use: { readonly packageId: string; readonly packageVersionId?: string },
): Promise<number> => {
  const { packageId, packageVersionId } = use;
  const row = await db
    .selectFrom('package_installations')
    .innerJoin('devices', (join) =>
      join
        .onRef('devices.tenant_id', '=', 'package_installations.tenant_id')
        .onRef('devices.device_id', '=', 'package_installations.device_id')
        .on('devices.is_deleted', '=', false),
    )
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('package_installations.package_id', '=', packageId)
    .where(inScope(context, scope, 'package_installations.tenant_id'))
    .$if(packageVersionId !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('package_installations.desired_version_id', '=', packageVersionId ?? ''),
          eb('package_installations.installed_version_id', '=', packageVersionId ?? ''),
        ]),
      ),
    )
    .executeTakeFirstOrThrow();
  return row.count;
};

/** Describes the uses of a package in words; `undefined` if there are none. */
export const describePackageUse = async (
  { countDeviceOperations }: PackageUse,
  db: ScopedDatabase,
  context: Context,
  packageId: string,
): Promise<string | undefined> => {
  const installations = await countInstallations(db, context, { packageId });
  const operations = await countDeviceOperations(db, context, scope, packageId);
  const uses = [
    ...(installations > 0 ? [`installations on ${counted(installations, 'device')}`] : []),
    ...(operations > 0 ? [counted(operations, 'device operation')] : []),
  ];
  return uses.length === 0 ? undefined : uses.join(' and ');
};
