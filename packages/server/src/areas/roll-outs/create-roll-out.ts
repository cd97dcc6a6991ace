import { randomUUID } from 'node:crypto';
import { operatingSystems } from '@cfs/contracts/device-enumerations';
import { rollOutDeviceStates, rollOutStates } from '@cfs/contracts/roll-out-enumerations';
import type { RollOut, rollOutCreate } from '@cfs/contracts/roll-outs';
import { sql } from 'kysely';
import type { z } from 'zod';
import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { conflict, forbidden, invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { toRollOut } from './roll-out-entity.ts';
import { rollOutTimer } from './roll-out-timer.ts';

type NewRollOut = z.output<typeof rollOutCreate>;

const findVersion = async (db: ScopedDatabase, tenantId: string, packageVersionId: string) => {
  const version = await db
    .selectFrom('package_versions')
    .innerJoin('packages', 'packages.package_id', 'package_versions.package_id')
    .select([
      'packages.package_id',
      'packages.name',
      'packages.operating_system_rids_id',
      'package_versions.package_version_id',
      'package_versions.version',
    ])
    .where('package_versions.package_version_id', '=', packageVersionId)
    .where('package_versions.tenant_id', 'in', [tenantId, systemTenantId])
    .executeTakeFirst();
  if (!version) throw invalid({ PackageVersionId: ['The version of the package was not found.'] });
  return version;
};

type Version = Awaited<ReturnType<typeof findVersion>>;

/**
 * Chooses the devices: those of the package's operating systems that do not have the version yet, by a hash of package and
 * device, so that the same devices are first in each roll-out of a package. Answers how many there are.
 */
const chooseDevices = async (
  db: ScopedDatabase,
  rollOut: { readonly tenantId: string; readonly rollOutId: string },
  version: Version,
  body: NewRollOut,
): Promise<number> => {
  const { tenantId, rollOutId } = rollOut;
  const systems = version.operating_system_rids_id;
  const [counted] = await db.run<{ count: number }>(sql`
    with chosen as (
      select device.device_id,
        row_number() over (order by md5(${version.package_id}::uuid::text || device.device_id::text)) - 1 as place,
        count(*) over () as devices
      from devices device
      left join package_installations installation on installation.tenant_id = device.tenant_id
        and installation.device_id = device.device_id and installation.package_id = ${version.package_id}::uuid
      where device.tenant_id = ${tenantId}::uuid and not device.is_deleted and ${db.scopeGuard}
        and (${systems}::integer = 0 or device.operating_system_id = ${operatingSystems.Unknown}
          or device.operating_system_id & ${systems}::integer <> 0)
        and (${body.subscriptionId ?? null}::uuid is null or device.subscription_id = ${body.subscriptionId ?? null}::uuid)
        and (not ${body.onlyInstalled}::boolean or installation.installed_version_id is not null)
        and (installation.installed_version_id is distinct from ${version.package_version_id}::uuid
          or installation.desired_version_id is distinct from ${version.package_version_id}::uuid)
    ), added as (
      insert into roll_out_devices (tenant_id, roll_out_id, device_id, stage, position, state)
      select ${tenantId}::uuid, ${rollOutId}::uuid, device_id,
        1 + (select count(*) from unnest(${body.stages}::integer[]) percent where ceil(devices * percent / 100.0) <= place),
        place, ${rollOutDeviceStates.Waiting}::integer
      from chosen
      returning 1
    )
    select count(*)::integer as count from added`);
  return counted?.count ?? 0;
};

/** @throws 409 while another roll-out of the package is under way, or takes its version back. */
const expectNoOther = async (db: ScopedDatabase, tenantId: string, { package_id, name }: Version): Promise<void> => {
  const other = await db
    .selectFrom('roll_outs')
    .select(['version', 'takes_back'])
    .where('tenant_id', '=', tenantId)
    .where('package_id', '=', package_id)
    .where((row) =>
      row.or([row('state', 'in', [rollOutStates.Running, rollOutStates.Paused]), row('takes_back', '=', true)]),
    )
    .executeTakeFirst();
  if (!other) return;
  if (!other.takes_back) throw conflict(`A roll-out of ${name} ${other.version} is under way.`);
  throw conflict(`${name} ${other.version} is still being taken back after its roll-out. Try again in a moment.`);
};

/**
 * Begins a roll-out in the request's tenant: chooses its devices and their stages.
 *
 * @throws 403 without the permission in that tenant, 400 for a version that does not exist and when no device needs it,
 * 409 while another roll-out of the package is under way or takes its version back.
 */
export const createRollOut = (
  { gate, work, clock }: Pick<Services, 'gate' | 'work' | 'clock'>,
  context: Context,
  body: NewRollOut,
): Promise<RollOut> =>
  gate.write(context, { permission: 'Devices:edit', shared: true }, async (db, change) => {
    if (!context.can('Devices:edit')) throw forbidden();
    const { tenantId } = context;
    const version = await findVersion(db, tenantId, body.packageVersionId);
    await expectNoOther(db, tenantId, version);
    const rollOutId = randomUUID();
    const inserted = await db
      .insertInto('roll_outs')
      .values({
        tenant_id: tenantId,
        roll_out_id: rollOutId,
        package_id: version.package_id,
        package_name: version.name,
        package_version_id: version.package_version_id,
        version: version.version,
        state: rollOutStates.Running,
        stages: JSON.stringify(body.stages),
        stage: 1,
        healthy_minutes: body.healthyMinutes,
        failure_percent: body.failurePercent,
        silent_fails: body.silentFails,
        device_count: 0,
        settled: null,
        detail: null,
        ended: null,
        ...change.created(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const count = await chooseDevices(db, { tenantId, rollOutId }, version, body);
    if (count === 0) throw invalid({ PackageVersionId: ['No device needs this version.'] });
    await db
      .updateTable('roll_outs')
      .set({ device_count: count })
      .where('tenant_id', '=', tenantId)
      .where('roll_out_id', '=', rollOutId)
      .execute();
    await work.schedule(db, [{ tenantId, kind: rollOutTimer, key: rollOutId, due: clock.now() }]);
    const after = toRollOut({ ...inserted, device_count: count });
    await change.record({ entity: 'RollOut', id: rollOutId, tenantId, after });
    return after;
  });
