import { operatingSystems } from '@cfs/contracts/device-enumerations';
import { rollOutDeviceStates } from '@cfs/contracts/roll-out-enumerations';
import { sql, type RawBuilder } from 'kysely';
import type { Change } from '../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { RollOutRow } from './roll-out-tables.ts';
import { devicesChosenAtOnce } from './roll-out-timer.ts';

/** Criteria for the devices of a roll-out, and the progress of choosing them. */
export interface DeviceChoice {
  /** Bit set of the operating systems of the package; 0 means any. */
  readonly systems: number;
  readonly subscriptionId: string | null;
  readonly onlyInstalled: boolean;
  /** The hash of the last chosen device. */
  readonly after: string;
  /** Number of devices chosen so far. */
  readonly place: number;
}

interface Target {
  readonly tenantId: string;
  readonly packageId: string;
  readonly packageVersionId: string;
}

/** The devices that remain to be chosen: those with a supported operating system that do not have the version yet. */
const eligible = (
  db: ScopedDatabase,
  { tenantId, packageId, packageVersionId }: Target,
  { systems, subscriptionId, onlyInstalled, after }: DeviceChoice,
): RawBuilder<unknown> => sql`
  select device_id, hash from (
    select device.device_id, md5(${packageId}::uuid::text || device.device_id::text) collate "C" as hash
    from devices device
    left join package_installations installation on installation.tenant_id = device.tenant_id
      and installation.device_id = device.device_id and installation.package_id = ${packageId}::uuid
    where device.tenant_id = ${tenantId}::uuid and not device.is_deleted and ${db.scopeGuard}
      and (${systems}::integer = 0 or device.operating_system_id = ${operatingSystems.Unknown}
        or device.operating_system_id & ${systems}::integer <> 0)
      and (${subscriptionId}::uuid is null or device.subscription_id = ${subscriptionId}::uuid)
      and (not ${onlyInstalled}::boolean or installation.installed_version_id is not null)
      and (installation.installed_version_id is distinct from ${packageVersionId}::uuid
        or installation.desired_version_id is distinct from ${packageVersionId}::uuid)
  ) hashed where hash > ${after}`;

/** The columns that end an incomplete choice: the roll-out keeps the devices chosen so far. */
export const endChoice = ({ choice }: RollOutRow): Partial<Pick<RollOutRow, 'choice' | 'device_count'>> =>
  choice === null ? {} : { choice: null, device_count: (JSON.parse(choice) as DeviceChoice).place };

/** Counts the devices of a roll-out. */
export const countDevices = async (db: ScopedDatabase, target: Target, choice: DeviceChoice): Promise<number> => {
  const [counted] = await db.run<{ count: number }>(
    sql`select count(*)::integer as count from (${eligible(db, target, choice)}) needing`,
  );
  return counted?.count ?? 0;
};

/**
 * Chooses the next batch of devices in the order of a hash of package and device, so that every roll-out of a package
 * starts with the same devices. Stages are assigned by the number of devices at the creation of the roll-out. The last
 * batch sets `device_count` to the number of chosen devices, because devices may have been added or deleted since.
 */
export const chooseDevices = async (db: ScopedDatabase, change: Change, row: RollOutRow): Promise<void> => {
  if (row.choice === null) return;
  const choice = JSON.parse(row.choice) as DeviceChoice;
  const stages = JSON.parse(row.stages) as number[];
  const { tenant_id: tenantId, package_id: packageId, package_version_id: packageVersionId } = row;
  const [added] = await db.run<{ count: number; last: string | null }>(sql`
    with chosen as (
      ${eligible(db, { tenantId, packageId, packageVersionId }, choice)} order by hash limit ${devicesChosenAtOnce}
    ), placed as (
      select device_id, hash, ${choice.place}::integer + row_number() over (order by hash) - 1 as place from chosen
    ), added as (
      insert into roll_out_devices (tenant_id, roll_out_id, device_id, stage, position, state)
      select ${tenantId}::uuid, ${row.roll_out_id}::uuid, device_id,
        least(${stages.length}::integer, 1 + (select count(*) from unnest(${stages}::integer[]) percent
          where ceil(${row.device_count}::integer * percent / 100.0) <= place)),
        place, ${rollOutDeviceStates.Waiting}::integer
      from placed
      returning 1
    )
    select (select count(*) from added)::integer as count, (select max(hash) from chosen) as last`);
  const count = added?.count ?? 0;
  const place = choice.place + count;
  const isOver = count < devicesChosenAtOnce;
  change.exempt('roll_outs', 'internal');
  await db
    .updateTable('roll_outs')
    .set(
      isOver
        ? { choice: null, device_count: place }
        : { choice: JSON.stringify({ ...choice, after: added?.last ?? choice.after, place }) },
    )
    .where('tenant_id', '=', tenantId)
    .where('roll_out_id', '=', row.roll_out_id)
    .execute();
};
