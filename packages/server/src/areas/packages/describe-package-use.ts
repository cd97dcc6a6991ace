import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase, ScopeRequest } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';

/** What a deletion asks the area of device operations. */
export interface PackageUse {
  /** Counts the operations of devices, deleted ones excluded, that are operations of the package. */
  readonly countDeviceOperations: (
    db: ScopedDatabase,
    context: Context,
    scope: ScopeRequest,
    packageId: string,
  ) => Promise<number>;
}

const scope = { permission: 'Packages:delete', shared: true } as const;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Counts the devices, deleted ones excluded, that are to have the package or version, or have it installed. */
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

/** By what a package is used, in words; `undefined` when by nothing. */
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
