import { nameOf } from '@cfs/contracts/name-of';
import { serviceLevelClockKinds, serviceLevelOutcomes } from '@cfs/contracts/service-level-enumerations';
import type { ServiceLevelClock } from '@cfs/contracts/service-levels';
import type { Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Services } from '../../../platform/services.ts';
import { motionOf, pausedTimeLeft } from './clock-state.ts';

const text = (time: Date | null): string | null => time?.toISOString() ?? null;

/** Returns the clocks of a unit, the response first; an empty list for a unit outside the caller's scope. */
export const readClocks = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
): Promise<ServiceLevelClock[]> =>
  gate.read(context, { permission: 'WorkUnits:view', shared: true }, async (db) => {
    const rows = await db
      .selectFrom('service_level_clocks')
      .leftJoin('business_calendars', (join) =>
        join.onRef('business_calendars.business_calendar_id', '=', 'service_level_clocks.business_calendar_id'),
      )
      .selectAll('service_level_clocks')
      .select('business_calendars.name as calendar_name')
      .where('service_level_clocks.work_unit_id', '=', workUnitId)
      .where(inScope(context, 'WorkUnits:view', 'service_level_clocks.tenant_id'))
      .orderBy('kind')
      .execute();
    return rows.map((row) => ({
      workUnitId: row.work_unit_id,
      kind: nameOf(serviceLevelClockKinds, row.kind),
      targetMinutes: row.target_minutes,
      warningPercent: row.warning_percent,
      calendar: row.calendar_name,
      started: row.started.toISOString(),
      due: text(row.due),
      warningDue: text(row.warning_due),
      pausedTimeLeft: motionOf(row) === 'paused' ? pausedTimeLeft(row) : null,
      ended: text(row.ended),
      outcome: row.outcome === null ? null : nameOf(serviceLevelOutcomes, row.outcome),
    }));
  });
