import { rollOutDeviceStates } from '@cfs/contracts/roll-out-enumerations';
import type { RollOutStageSummary } from '@cfs/contracts/roll-outs';
import { sql } from 'kysely';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { RollOutRow } from './roll-out-tables.ts';
import { silentSql } from './silent-sql.ts';

const { Waiting, Installing, Installed, Failed, Skipped, TakenBack } = rollOutDeviceStates;

/** The stages of a roll-out with their devices by state. With few devices, a stage may have none. */
export const summarizeRollOut = async (
  db: ScopedDatabase,
  row: RollOutRow,
  now: Date,
): Promise<RollOutStageSummary[]> => {
  const counts = await db.guarded<Omit<RollOutStageSummary, 'percent'>>(sql`
    select member.stage, count(*)::integer as devices,
      count(*) filter (where member.state = ${Waiting})::integer as waiting,
      count(*) filter (where member.state = ${Installing} and not ${silentSql(now)})::integer as installing,
      count(*) filter (where member.state = ${Installing} and ${silentSql(now)})::integer as offline,
      count(*) filter (where member.state = ${Installed})::integer as installed,
      count(*) filter (where member.state = ${Failed})::integer as failed,
      count(*) filter (where member.state = ${Skipped})::integer as skipped,
      count(*) filter (where member.state = ${TakenBack})::integer as "takenBack"
    from roll_out_devices member
    join devices device on device.tenant_id = member.tenant_id and device.device_id = member.device_id
    left join packets_latest latest on latest.tenant_id = member.tenant_id and latest.entity_id = member.device_id
    where member.tenant_id = ${row.tenant_id}::uuid and member.roll_out_id = ${row.roll_out_id}::uuid
    group by member.stage`);
  const ofStage = new Map(counts.map((each) => [each.stage, each]));
  const none = { devices: 0, waiting: 0, installing: 0, offline: 0, installed: 0, failed: 0, skipped: 0, takenBack: 0 };
  return (JSON.parse(row.stages) as number[]).map((percent, index) => ({
    ...none,
    ...ofStage.get(index + 1),
    stage: index + 1,
    percent,
  }));
};
