import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { workUnitFields, type WorkUnitField } from '@cfs/contracts/work-units';
import type { WorkUnitRow } from '../work-unit-row.ts';

/** The fields that a clone does not copy: how the unit was worked on, when it is planned, and where it came from. */
const left: ReadonlySet<WorkUnitField> = new Set<WorkUnitField>([
  'stateId',
  'assignedTo',
  'resolution',
  'plannedStartTime',
  'plannedFinishTime',
  'source',
  'referenceId',
  'referenceUrl',
  'stakeHolderExperienceScore',
  'properties',
]);

const taken = (Object.keys(workUnitFields) as WorkUnitField[]).filter((field) => !left.has(field));

/**
 * Whether a unit can be cloned: not an Intake, which answers its own form, nor a Legacy unit, which is never created.
 */
export const isClonable = ({ workUnitTypeId }: Pick<WorkUnitRow, 'workUnitTypeId'>): boolean =>
  workUnitTypeId !== workUnitTypes.Intake && workUnitTypeId !== workUnitTypes.Legacy;

/** The initial values of the form of a clone: in the tenant of the unit, and related to it. */
export const cloneValues = (unit: WorkUnitRow) => ({
  ...Object.fromEntries(taken.map((field) => [field, unit[field]])),
  tenantId: unit.tenantId,
  relations: [{ referenceType: 'WorkUnit' as const, referenceId: String(unit.workUnitId) }],
});
