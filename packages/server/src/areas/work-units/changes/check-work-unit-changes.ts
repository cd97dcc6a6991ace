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

/** An Incident may become a Change Request; no other change of type is permitted. */
const isMigration = (from: number, to: number): boolean =>
  from === workUnitTypes.Incident && to === workUnitTypes.ChangeRequest;

/**
 * Validates a unit with its changes and returns the changes in their stored form, without no-ops. Throws 400 with
 * messages by field; violated rules of state and type are under `WorkUnit`.
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

/**
 * The times at which a unit was acknowledged and resolved, after its change of state. Acknowledged is set on leaving
 * New, except by cancelling, and cleared on returning to New. Resolved is set on entering Resolved, kept in finished
 * states and cleared when the unit is reopened.
 */
export const momentsAfter = (
  current: Pick<WorkUnit, 'stateId' | 'acknowledged' | 'resolved'>,
  next: WorkUnit['stateId'],
  now: Date,
): { readonly acknowledged: Date | null; readonly resolved: Date | null } => ({
  acknowledged: acknowledgedAfter(momentOf(current.acknowledged), next, now),
  resolved: resolvedAfter(current, next, now),
});

const momentOf = (time: string | null): Date | null => (time === null ? null : new Date(time));

const acknowledgedAfter = (current: Date | null, next: WorkUnit['stateId'], now: Date): Date | null => {
  if (next === 'New') return null;
  return current ?? (next === 'Canceled' ? null : now);
};

const resolvedAfter = (
  current: Pick<WorkUnit, 'stateId' | 'resolved'>,
  next: WorkUnit['stateId'],
  now: Date,
): Date | null => {
  if (next === 'Resolved' && current.stateId !== 'Resolved') return now;
  return finishedStates.includes(next) ? momentOf(current.resolved) : null;
};
