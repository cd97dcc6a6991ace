import { resourceLimit, type PlannedChange } from '@cfs/contracts/change-calendar';
import { nameOf, severities, workUnitStates } from '@cfs/contracts/work-unit-enumerations';
import type { PlannedRow } from '../work-units/read-planned-changes.ts';

/** A change as its own row tells it. */
export type Planned = Omit<PlannedChange, 'overlaps' | 'maintenance'>;

/** The resources that a text names: separated by commas, semicolons or lines, each once without regard to case. */
export const resourcesIn = (text: string | null): string[] => {
  const named = (text ?? '')
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return [...new Map(named.map((name) => [name.toLowerCase(), name])).values()].slice(0, resourceLimit);
};

/** A row as it travels; nothing for one without a start. */
export const toPlanned = (row: PlannedRow): Planned[] => {
  if (row.planned_start_time === null) return [];
  return [
    {
      workUnitId: row.work_unit_id,
      publicWorkUnitId: row.public_work_unit_id,
      title: row.title,
      tenantId: row.tenant_id,
      tenantName: row.tenant_name,
      stateId: nameOf(workUnitStates, row.state),
      severityId: nameOf(severities, row.severity),
      assignedTo: row.assigned_to,
      plannedStartTime: row.planned_start_time.toISOString(),
      plannedFinishTime: row.finish.toISOString(),
      plannedOutage: row.planned_outage,
      affectedResources: resourcesIn(row.affected_resources),
    },
  ];
};
