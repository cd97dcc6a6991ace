import { resourceLimit, type PlannedChange } from '@cfs/contracts/change-calendar';
import { nameOf } from '@cfs/contracts/name-of';
import { severities, workUnitStates } from '@cfs/contracts/work-unit-enumerations';
import type { PlannedRow } from '../work-units/read-planned-changes.ts';
import { nameKey, type AffectedResource } from './affected-resource.ts';

/** The fields of a change that come from its own row. */
export type PlannedFields = Omit<PlannedChange, 'overlaps' | 'maintenance'>;

/** A change with the resources that it affects. */
export interface Planned {
  readonly change: PlannedFields;
  readonly resources: readonly AffectedResource[];
}

/** Returns the resources that a text names, separated by commas, semicolons or lines; distinct, ignoring case. */
export const resourcesIn = (text: string | null): string[] => {
  const named = (text ?? '')
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return [...new Map(named.map((name) => [name.toLowerCase(), name])).values()].slice(0, resourceLimit);
};

/**
 * Returns the resources that a change affects: the names of its text, each with the entity that it meant when it was
 * written or, if it was ambiguous, with the one of that name that the unit relates to; then the other devices and
 * blocks that the unit relates to. At most `resourceLimit`.
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

/** Maps a row to a change with its resources; returns an empty array for a row without a planned start. */
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
