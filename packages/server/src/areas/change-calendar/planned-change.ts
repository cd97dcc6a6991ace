import { resourceLimit, type PlannedChange } from '@cfs/contracts/change-calendar';
import { nameOf } from '@cfs/contracts/name-of';
import { severities, workUnitStates } from '@cfs/contracts/work-unit-enumerations';
import type { PlannedRow } from '../work-units/read-planned-changes.ts';
import { nameKey, type AffectedResource } from './affected-resource.ts';

/** A change as its own row tells it. */
export type PlannedFields = Omit<PlannedChange, 'overlaps' | 'maintenance'>;

/** A change with what it affects. */
export interface Planned {
  readonly change: PlannedFields;
  readonly resources: readonly AffectedResource[];
}

/** The resources that a text names: separated by commas, semicolons or lines, each once without regard to case. */
export const resourcesIn = (text: string | null): string[] => {
  const named = (text ?? '')
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return [...new Map(named.map((name) => [name.toLowerCase(), name])).values()].slice(0, resourceLimit);
};

/**
 * What a change affects: the names of its text, each with what it meant when it was written or, where several bore it,
 * with the one of them that the unit relates to; then the devices and blocks that it relates to besides.
 */
export const affectedBy = ({
  affected_resources: text,
  affected_entities: meant,
  related,
}: Pick<PlannedRow, 'affected_resources' | 'affected_entities' | 'related'>): AffectedResource[] => {
  const entities = related.map(({ id, name }): AffectedResource => ({ name, entity: `Entity ${id}` }));
  const byName = Map.groupBy(entities, nameKey);
  const meaningOf = (name: string): string | undefined => {
    const key = name.toLowerCase();
    if (meant && Object.hasOwn(meant, key)) return meant[key];
    const [only, ...more] = new Set(byName.get(key)?.map(({ entity }) => entity));
    return more.length === 0 ? only : undefined;
  };
  const named = resourcesIn(text).map((name): AffectedResource => ({ name, entity: meaningOf(name) }));
  const known = new Set(named.map(({ entity }) => entity));
  return [...named, ...entities.filter(({ entity }) => !known.has(entity))].slice(0, resourceLimit);
};

/** A row as it travels, with what it affects; nothing for one without a start. */
export const toPlanned = (row: PlannedRow): Planned[] => {
  if (row.planned_start_time === null) return [];
  const resources = affectedBy(row);
  const change = {
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
    affectedResources: resources.map(({ name }) => name),
  };
  return [{ change, resources }];
};
