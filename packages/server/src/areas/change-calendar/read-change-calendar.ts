import type { CalendarQuery, ChangeCalendar, ClashPartner } from '@cfs/contracts/change-calendar';
import { calendarLimit } from '@cfs/contracts/sizes';
import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { readMaintenanceWindows } from '../rules/maintenance/read-maintenance-windows.ts';
import { readPlannedChanges } from '../work-units/read-planned-changes.ts';
import { overlapsOf } from './change-overlaps.ts';
import { toPlanned, type Planned, type PlannedFields } from './planned-change.ts';
import { maintenanceAmong } from './within-maintenance.ts';

const byStart = ({ change: one }: Planned, { change: other }: Planned): number =>
  Date.parse(one.plannedStartTime) - Date.parse(other.plannedStartTime) || one.workUnitId - other.workUnitId;

const toPartner = ({
  workUnitId,
  publicWorkUnitId,
  title,
  plannedStartTime,
  plannedFinishTime,
}: PlannedFields): ClashPartner => ({ workUnitId, publicWorkUnitId, title, plannedStartTime, plannedFinishTime });

/** Reads the changes and maintenance windows within the span; each change lists its clashes and the windows over it. */
export const readChangeCalendar = async (
  services: Pick<Services, 'gate' | 'snapshot' | 'log'>,
  context: Context,
  query: CalendarQuery,
): Promise<ChangeCalendar> => {
  const { from, to, tenantIds, exceptTenantIds } = query;
  const isWanted = (tenantId: string): boolean =>
    (tenantIds?.includes(tenantId) ?? true) && !exceptTenantIds?.includes(tenantId);
  const [{ within, beside }, { windows, isComplete }] = await Promise.all([
    readPlannedChanges(services, context, query, calendarLimit + 1),
    readMaintenanceWindows(services, context, { from, to, isWanted, limit: calendarLimit }),
  ]);
  const planned = within.slice(0, calendarLimit).flatMap(toPlanned);
  const others = beside.slice(0, calendarLimit).flatMap(toPlanned);
  const overlaps = overlapsOf([...planned, ...others].toSorted(byStart));
  const partners = new Set(
    planned.flatMap(({ change }) => (overlaps.get(change.workUnitId) ?? []).map(({ workUnitId }) => workUnitId)),
  );
  const maintenanceOf = maintenanceAmong(windows);
  return {
    value: planned.map((each) => ({
      ...each.change,
      overlaps: overlaps.get(each.change.workUnitId) ?? [],
      maintenance: maintenanceOf(each),
    })),
    clashPartners: others
      .map(({ change }) => change)
      .filter(({ workUnitId }) => partners.has(workUnitId))
      .map(toPartner),
    isComplete: within.length <= calendarLimit,
    windows: windows.map(({ window }) => window),
    hasAllWindows: isComplete,
  };
};
