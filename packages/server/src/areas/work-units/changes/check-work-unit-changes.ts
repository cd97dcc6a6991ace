import { finishedStates, statesAfter, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import {
  changeRequestFaults,
  changeRequestFields,
  isStakeholderMail,
  workUnitFields,
  workUnitMessages,
  workUnitSchema,
  type WorkUnit,
  type WorkUnitFields,
} from '@cfs/contracts/work-units';
import { FieldFaults } from './field-faults.ts';

/** Fields that a patch may change. */
export const writableWorkUnitFields: readonly string[] = Object.keys(workUnitFields);

/** An Incident may become a Change Request; no other change of type is known. */
const isMigration = (from: number, to: number): boolean =>
  from === workUnitTypes.Incident && to === workUnitTypes.ChangeRequest;

/**
 * Checks a unit with its changes as a whole and answers the changes in their stored form, without those that change
 * nothing. Throws 400: messages by field, the rules of state and type under `WorkUnit`.
 */
export const checkWorkUnitChanges = (
  current: WorkUnit,
  changes: Readonly<Record<string, unknown>>,
): Partial<WorkUnitFields> => {
  const faults = new FieldFaults();
  const merged = workUnitSchema.safeParse({ ...current, ...changes });
  if (!merged.success) {
    for (const issue of merged.error.issues) faults.add(String(issue.path[0] ?? 'WorkUnit'), issue.message);
    throw faults.problem();
  }
  const unit = merged.data;
  const changesType = unit.workUnitTypeId !== current.workUnitTypeId;
  if (changesType && !isMigration(current.workUnitTypeId, unit.workUnitTypeId))
    faults.add('WorkUnit', workUnitMessages.typeMigration);
  if (!statesAfter(current.stateId).includes(unit.stateId)) faults.add('WorkUnit', workUnitMessages.stateFromNew);
  if (Object.keys(changes).some((field) => changeRequestFields.has(field)))
    for (const { field, message } of changeRequestFaults(unit)) faults.add(field, message);
  if ('stakeHolderEmailAddress' in changes && !isStakeholderMail(unit.stakeHolderEmailAddress))
    faults.add('stakeHolderEmailAddress', workUnitMessages.stakeholderMail);
  faults.refuse();
  return Object.fromEntries(
    Object.keys(changes)
      .map((field) => [field, unit[field as keyof WorkUnitFields]] as const)
      .filter(([field, value]) => value !== current[field as keyof WorkUnitFields]),
  );
};

/** When a unit counts as resolved after its change: stamped on entering Resolved, cleared when it is reopened. */
export const resolvedAfter = (
  current: Pick<WorkUnit, 'stateId' | 'resolved'>,
  next: WorkUnit['stateId'],
  now: Date,
): Date | null => {
  if (next === 'Resolved' && current.stateId !== 'Resolved') return now;
  if (!finishedStates.includes(next)) return null;
  return current.resolved === null ? null : new Date(current.resolved);
};
