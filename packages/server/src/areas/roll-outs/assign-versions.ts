import { rollOutDeviceStates } from '@cfs/contracts/roll-out-enumerations';
import { sql } from 'kysely';
import type { Change } from '../../platform/audit/change.ts';
import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { raiseConfigurationVersion } from '../devices/raise-configuration-version.ts';
import { setDesiredVersions } from '../packages/installations/set-desired-versions.ts';
import type { RollOutRow } from './roll-out-tables.ts';
import { devicesAtOnce } from './roll-out-timer.ts';

const { Waiting, Installing, Installed, Failed, Skipped, TakenBack } = rollOutDeviceStates;

/**
 * Locks those of the devices that are not deleted, in the order of their ids. Returns their desired and installed
 * versions.
 */
const lockDevices = async (
  db: ScopedDatabase,
  { tenant_id: tenantId, package_id: packageId }: RollOutRow,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly desired: string | null; readonly installed: string | null }>> => {
  const devices = await db
    .selectFrom('devices')
    .select('device_id')
    .where('tenant_id', '=', tenantId)
    .where('is_deleted', '=', false)
    .where((row) => row('device_id', '=', row.fn.any(row.val([...deviceIds]))))
    .orderBy('device_id')
    .forUpdate()
    .execute();
  const rows = await db
    .selectFrom('package_installations')
    .select(['device_id', 'desired_version_id', 'installed_version_id'])
    .where('tenant_id', '=', tenantId)
    .where('package_id', '=', packageId)
    .where((row) => row('device_id', '=', row.fn.any(row.val([...deviceIds]))))
    .execute();
  const stored = new Map(rows.map((row) => [row.device_id, row]));
  return new Map(
    devices.map(({ device_id: deviceId }) => [
      deviceId,
      {
        desired: stored.get(deviceId)?.desired_version_id ?? null,
        installed: stored.get(deviceId)?.installed_version_id ?? null,
      },
    ]),
  );
};

/** Whether a version exists and is the tenant's own or shared. Locks it against deletion until the transaction ends. */
export const hasVersion = async (db: ScopedDatabase, tenantId: string, packageVersionId: string): Promise<boolean> => {
  const version = await db
    .selectFrom('package_versions')
    .select('package_version_id')
    .where('package_version_id', '=', packageVersionId)
    .where('tenant_id', 'in', [tenantId, systemTenantId])
    .forKeyShare()
    .executeTakeFirst();
  return version !== undefined;
};

/** The next batch of a roll-out's devices in one of the states, in their order. */
const nextMembers = (db: ScopedDatabase, row: RollOutRow, states: readonly number[]) =>
  db
    .selectFrom('roll_out_devices')
    .select(['device_id', 'former_version_id', 'state'])
    .where('tenant_id', '=', row.tenant_id)
    .where('roll_out_id', '=', row.roll_out_id)
    .where('state', 'in', [...states])
    .orderBy('position')
    .limit(devicesAtOnce);

const changeMember = async (
  db: ScopedDatabase,
  row: RollOutRow,
  deviceId: string,
  values: {
    readonly state?: number;
    readonly detail?: string | null;
    readonly former_version_id?: string | null;
    readonly assigned?: Date;
    readonly taken_back?: boolean;
  },
): Promise<void> => {
  await db
    .updateTable('roll_out_devices')
    .set(values)
    .where('tenant_id', '=', row.tenant_id)
    .where('roll_out_id', '=', row.roll_out_id)
    .where('device_id', '=', deviceId)
    .execute();
};

/**
 * Assigns the version to the next batch of waiting devices up to the current stage. Resolves with whether there were
 * any.
 */
export const assignVersions = async (db: ScopedDatabase, change: Change, row: RollOutRow): Promise<boolean> => {
  const members = await nextMembers(db, row, [Waiting]).where('stage', '<=', row.stage).execute();
  if (members.length === 0) return false;
  const held = await lockDevices(
    db,
    row,
    members.map(({ device_id }) => device_id),
  );
  const notified: string[] = [];
  for (const { device_id: deviceId } of members) {
    const device = held.get(deviceId);
    if (!device) {
      await changeMember(db, row, deviceId, { state: Skipped, detail: 'The device was deleted.' });
      continue;
    }
    const desired = [{ packageId: row.package_id, packageVersionId: row.package_version_id }];
    if (await setDesiredVersions(db, change, { tenantId: row.tenant_id, deviceId }, desired)) notified.push(deviceId);
    await changeMember(db, row, deviceId, {
      state: Installing,
      former_version_id: device.desired,
      assigned: change.context.clock.now(),
    });
  }
  await raiseConfigurationVersion(db, change, row.tenant_id, notified);
  return true;
};

/** Whether there may be devices from which the version must be taken back if the roll-out ends now. */
export const hasGivenVersion = async (db: ScopedDatabase, row: RollOutRow): Promise<boolean> =>
  (await nextMembers(db, row, [Installing, Failed]).limit(1).execute()).length > 0;

/** Returns those of the devices with operations that need the package. */
const findNeeding = async (
  db: ScopedDatabase,
  { tenant_id: tenantId, package_id: packageId }: RollOutRow,
  deviceIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('device_operations as assigned')
    .innerJoin('package_operations as operation', 'operation.operation_id', 'assigned.operation_id')
    .select(sql<string>`distinct assigned.device_id`.as('deviceId'))
    .where('assigned.tenant_id', '=', tenantId)
    .where('assigned.is_deleted', '=', false)
    .where('operation.package_id', '=', packageId)
    .where((row) => row('assigned.device_id', '=', row.fn.any(row.val([...deviceIds]))))
    .execute();
  return new Set(rows.map(({ deviceId }) => deviceId));
};

/** The final state of a device that is still installing and from which the version is not taken back. */
const keeping = (
  device: { readonly desired: string | null; readonly installed: string | null } | undefined,
  versionId: string,
): { readonly state: number; readonly detail: string | null } => {
  if (!device) return { state: Skipped, detail: 'The device was deleted.' };
  if (device.installed === versionId) return { state: Installed, detail: null };
  const isDesired = device.desired === versionId;
  return { state: Skipped, detail: isDesired ? 'The device keeps the version.' : 'Another version was set manually.' };
};

/**
 * Restores the former version on the next batch of devices that were assigned the version and have not installed it. A
 * device without a former version keeps the new one while operations need the package. Resolves with whether there may
 * be more.
 */
export const revertVersions = async (db: ScopedDatabase, change: Change, row: RollOutRow): Promise<boolean> => {
  const members = await nextMembers(db, row, [Installing, Failed]).where('taken_back', '=', false).execute();
  if (members.length === 0) return false;
  const deviceIds = members.map(({ device_id }) => device_id);
  const held = await lockDevices(db, row, deviceIds);
  const needing = await findNeeding(db, row, deviceIds);
  const notified: string[] = [];
  for (const { device_id: deviceId, former_version_id: former, state } of members) {
    const device = held.get(deviceId);
    const isTaken =
      device?.desired === row.package_version_id &&
      device.installed !== row.package_version_id &&
      former !== row.package_version_id &&
      (former === null ? !needing.has(deviceId) : await hasVersion(db, row.tenant_id, former));
    if (isTaken) {
      const desired = [{ packageId: row.package_id, packageVersionId: former }];
      if (await setDesiredVersions(db, change, { tenantId: row.tenant_id, deviceId }, desired)) notified.push(deviceId);
    }
    await changeMember(db, row, deviceId, {
      taken_back: true,
      ...(state === Installing && (isTaken ? { state: TakenBack } : keeping(device, row.package_version_id))),
    });
  }
  await raiseConfigurationVersion(db, change, row.tenant_id, notified);
  return members.length === devicesAtOnce;
};
