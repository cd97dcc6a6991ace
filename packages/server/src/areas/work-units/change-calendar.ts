import { calendarLimit, type CalendarQuery, type ChangeCalendar } from '@cfs/contracts/change-calendar';
import { nameOf, severities, workUnitStates, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import type { Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Services } from '../../platform/services.ts';
import { resourcesIn, withOverlaps } from './change-overlaps.ts';
import './work-unit-table.ts';

/** The Change Requests of the caller's tenants that are planned within the span, save canceled ones, by start. */
export const readChangeCalendar = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  { from, to }: CalendarQuery,
): Promise<ChangeCalendar> =>
  gate.read(context, 'WorkUnits:view', async (db) => {
    const rows = await db
      .selectFrom('work_units')
      .selectAll()
      .where(inScope(context, 'WorkUnits:view', 'work_units.tenant_id'))
      .where('work_unit_type_id', '=', workUnitTypes.ChangeRequest)
      .where('state', '<>', workUnitStates.Canceled)
      .where('planned_start_time', '<', new Date(to))
      .where((row) => row(row.fn.coalesce('planned_finish_time', 'planned_start_time'), '>=', new Date(from)))
      .orderBy('planned_start_time')
      .orderBy('work_unit_id')
      .limit(calendarLimit + 1)
      .execute();
    const planned = rows.slice(0, calendarLimit).flatMap((row) => {
      const start = row.planned_start_time;
      if (start === null) return [];
      return {
        workUnitId: row.work_unit_id,
        publicWorkUnitId: row.public_work_unit_id,
        title: row.title,
        tenantId: row.tenant_id,
        tenantName: row.tenant_name,
        stateId: nameOf(workUnitStates, row.state),
        severityId: nameOf(severities, row.severity),
        assignedTo: row.assigned_to,
        plannedStartTime: start.toISOString(),
        plannedFinishTime: (row.planned_finish_time ?? start).toISOString(),
        plannedOutage: row.planned_outage,
        affectedResources: resourcesIn(row.affected_resources),
      };
    });
    return { value: withOverlaps(planned), isComplete: rows.length <= calendarLimit };
  });
