import { randomUUID } from 'node:crypto';
import { rollOutStates } from '@cfs/contracts/roll-out-enumerations';
import type { RollOut, rollOutCreate } from '@cfs/contracts/roll-outs';
import type { z } from 'zod';
import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { conflict, forbidden, invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { chooseDevices, countDevices } from './choose-devices.ts';
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

/** @throws 409 while another roll-out of the package is in progress or takes its version back. */
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
 * Starts a roll-out in the request's tenant: chooses its first devices and their stages. Its timer chooses the others.
 *
 * @throws 403 without the permission in that tenant, 400 for a version that does not exist or that no device needs, 409
 * while another roll-out of the package is in progress or takes its version back.
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
    const { operating_system_rids_id: systems, package_id: packageId } = version;
    const { subscriptionId = null, onlyInstalled } = body;
    const choice = { systems, subscriptionId, onlyInstalled, after: '', place: 0 };
    const count = await countDevices(db, { tenantId, packageId, packageVersionId: body.packageVersionId }, choice);
    if (count === 0) throw invalid({ PackageVersionId: ['No device needs this version.'] });
    const rollOutId = randomUUID();
    const inserted = await db
      .insertInto('roll_outs')
      .values({
        tenant_id: tenantId,
        roll_out_id: rollOutId,
        package_id: packageId,
        package_name: version.name,
        package_version_id: version.package_version_id,
        version: version.version,
        state: rollOutStates.Running,
        stages: JSON.stringify(body.stages),
        stage: 1,
        healthy_minutes: body.healthyMinutes,
        failure_percent: body.failurePercent,
        silent_fails: body.silentFails,
        device_count: count,
        choice: JSON.stringify(choice),
        settled: null,
        detail: null,
        ended: null,
        ...change.created(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await chooseDevices(db, change, inserted);
    await work.schedule(db, [{ tenantId, kind: rollOutTimer, key: rollOutId, due: clock.now() }]);
    const after = toRollOut(inserted);
    await change.record({ entity: 'RollOut', id: rollOutId, tenantId, after });
    return after;
  });
