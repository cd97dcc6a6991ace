import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import {
  changeRequestFaults,
  changeRequestFields,
  workUnitCreateSchema,
  workUnitSchema,
  type WorkUnitField,
  type WorkUnitFields,
} from '@cfs/contracts/work-units';
import type { z } from 'zod';
import { isSame } from '../../../lib/edits.ts';

type Fields = Partial<WorkUnitFields>;

interface Fault {
  readonly field: WorkUnitField;
  readonly message: string;
}

const stakeholderNeeds: readonly (readonly [WorkUnitField, string])[] = [
  ['stakeHolderFullName', "Please enter the stakeholder's name."],
  ['stakeHolderEmailAddress', "Please enter the stakeholder's email."],
  ['stakeHolderPhoneNumber', 'Please enter a phone number.'],
];

/** What a stakeholder lacks to be reached; nothing when no stakeholder is named at all, except where one `isRequired`. */
export const stakeholderFaults = (unit: Fields, isRequired = false): readonly Fault[] => {
  const missing = stakeholderNeeds.filter(([field]) => (unit[field] ?? '') === '');
  const isAbsent = missing.length === stakeholderNeeds.length && !isRequired;
  return isAbsent ? [] : missing.map(([field, message]) => ({ field, message }));
};

const report = (check: z.RefinementCtx, faults: readonly Fault[]): void => {
  for (const { field, message } of faults) check.addIssue({ code: 'custom', path: [field], message });
};

/** A new unit as its form checks it: somebody asks for a User Request. */
export const newWorkUnitSchema = workUnitCreateSchema.superRefine((unit, check) => {
  if (!unit.tenantId) check.addIssue({ code: 'custom', path: ['tenantId'], message: 'Please choose a tenant.' });
  report(check, stakeholderFaults(unit, unit.workUnitTypeId === workUnitTypes.Request));
});

/**
 * A unit as its form checks it against what the person saw: what a Change Request and a stakeholder need is asked for
 * when something of theirs changed, so that an older unit that lacks it can still be worked on.
 */
export const editedWorkUnitSchema = (seen: Readonly<Record<string, unknown>>) =>
  workUnitSchema.superRefine((unit, check) => {
    const isChanged = (field: string): boolean => !isSame(seen[field], unit[field as keyof typeof unit]);
    if ([...changeRequestFields].some(isChanged)) report(check, changeRequestFaults(unit));
    if (stakeholderNeeds.some(([field]) => isChanged(field))) report(check, stakeholderFaults(unit));
  });
