import { installStatuses } from '@cfs/contracts/package-enumerations';
import { rollOutDeviceStates } from '@cfs/contracts/roll-out-enumerations';
import { sql } from 'kysely';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { RollOutRow } from './roll-out-tables.ts';
import { silentSql } from './silent-sql.ts';

const { Installing, Installed, Failed, Skipped } = rollOutDeviceStates;
const silentDetail = 'It stopped reporting after the installation.';

/**
 * Updates the state of the roll-out's devices from their installations, for devices that have been assigned the
 * version.
 */
export const followInstallations = async (db: ScopedDatabase, row: RollOutRow, now: Date): Promise<void> => {
  const version = row.package_version_id;
  await db.run(sql`
    update roll_out_devices member set state = found.state, detail = found.detail
    from (
      select device.device_id, verdict.*
      from devices device
      left join package_installations installation on installation.tenant_id = device.tenant_id
        and installation.device_id = device.device_id and installation.package_id = ${row.package_id}::uuid
      left join packets_latest latest on latest.tenant_id = device.tenant_id and latest.entity_id = device.device_id
      cross join lateral (
        select case
          when device.is_deleted then ${Skipped}::integer
          when installation.desired_version_id is distinct from ${version}::uuid then ${Skipped}::integer
          when installation.status in (${installStatuses.Failed}, ${installStatuses.RolledBack}) then ${Failed}::integer
          when installation.installed_version_id is distinct from ${version}::uuid then ${Installing}::integer
          when ${row.silent_fails}::boolean and ${silentSql(now)} then ${Failed}::integer
          else ${Installed}::integer end as state,
        case
          when device.is_deleted then 'The device was deleted.'
          when installation.desired_version_id is distinct from ${version}::uuid then 'Another version was set manually.'
          when installation.status in (${installStatuses.Failed}, ${installStatuses.RolledBack}) then installation.detail
          when installation.installed_version_id = ${version}::uuid and ${row.silent_fails}::boolean
            and ${silentSql(now)} then ${silentDetail}
        end as detail
      ) verdict
      where device.tenant_id = ${row.tenant_id}::uuid
    ) found
    where member.tenant_id = ${row.tenant_id}::uuid and member.roll_out_id = ${row.roll_out_id}::uuid
      and member.device_id = found.device_id and not member.taken_back and ${db.scopeGuard}
      and member.state in (${Installing}, ${Installed}, ${Failed})
      and (member.state, member.detail) is distinct from (found.state, found.detail)`);
};

/**
 * Updates the devices of a completed roll-out that had failed or not installed the version until then, because agents
 * retry. Resolves with whether any remain.
 */
export const followLateDevices = async (db: ScopedDatabase, row: RollOutRow, now: Date): Promise<boolean> => {
  const version = row.package_version_id;
  const hasInstalled = sql`installation.installed_version_id = ${version}::uuid`;
  const isFailed = sql`installation.status in (${installStatuses.Failed}, ${installStatuses.RolledBack})`;
  const isSilentStill = sql`(member.detail = ${silentDetail} and ${silentSql(now)}) is true`;
  const isOther = sql`installation.desired_version_id is distinct from ${version}::uuid`;
  const [late] = await db.run<{ remain: boolean }>(sql`
    with followed as (
      select member.device_id,
        case
          when ${hasInstalled} and not ${isSilentStill} then ${Installed}::integer
          when device.is_deleted or ${isOther} then ${Skipped}::integer
          when ${isFailed} or ${hasInstalled} then ${Failed}::integer
          else ${Installing}::integer end as state,
        case
          when ${hasInstalled} and not ${isSilentStill} then null
          when device.is_deleted then 'The device was deleted.'
          when ${isOther} then 'Another version was set afterwards.'
          when ${hasInstalled} then member.detail
          when ${isFailed} then installation.detail end as detail
      from roll_out_devices member
      join devices device on device.tenant_id = member.tenant_id and device.device_id = member.device_id
      left join package_installations installation on installation.tenant_id = member.tenant_id
        and installation.device_id = member.device_id and installation.package_id = ${row.package_id}::uuid
      left join packets_latest latest on latest.tenant_id = member.tenant_id and latest.entity_id = member.device_id
      where member.tenant_id = ${row.tenant_id}::uuid and member.roll_out_id = ${row.roll_out_id}::uuid
        and member.state in (${sql.lit(Installing)}, ${sql.lit(Failed)}) and ${db.scopeGuard}
    ), changed as (
      update roll_out_devices member set state = followed.state, detail = followed.detail
      from followed
      where member.tenant_id = ${row.tenant_id}::uuid and member.roll_out_id = ${row.roll_out_id}::uuid
        and member.device_id = followed.device_id
        and (member.state, member.detail) is distinct from (followed.state, followed.detail)
    )
    select exists (select from followed where state in (${Installing}::integer, ${Failed}::integer)) as remain`);
  return late?.remain ?? false;
};
