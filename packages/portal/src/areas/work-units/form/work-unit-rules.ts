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
import { isSame } from '../../../lib/forms/edits.ts';

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

/**
 * Returns a fault for each missing field of a stakeholder; none if all of them are missing, unless one `isRequired`.
 */
export const stakeholderFaults = (unit: Fields, isRequired = false): readonly Fault[] => {
  const missing = stakeholderNeeds.filter(([field]) => (unit[field] ?? '') === '');
  const isAbsent = missing.length === stakeholderNeeds.length && !isRequired;
  return isAbsent ? [] : missing.map(([field, message]) => ({ field, message }));
};

const report = (check: z.RefinementCtx, faults: readonly Fault[]): void => {
  for (const { field, message } of faults) check.addIssue({ code: 'custom', path: [field], message });
};

/** The schema of the form of a new unit: it also requires a tenant, and a stakeholder for a User Request. */
export const newWorkUnitSchema = workUnitCreateSchema.superRefine((unit, check) => {
  if (!unit.tenantId) check.addIssue({ code: 'custom', path: ['tenantId'], message: 'Please choose a tenant.' });
  report(check, stakeholderFaults(unit, unit.workUnitTypeId === workUnitTypes.Request));
});

/**
 * The schema of the form of an edited unit, compared with the values that the user saw. What a Change Request and a
 * stakeholder require is checked only if one of their fields changed, so that an older unit that lacks it can still be
 * edited.
 */
export const editedWorkUnitSchema = (seen: Readonly<Record<string, unknown>>) =>
  workUnitSchema.superRefine((unit, check) => {
    const isChanged = (field: string): boolean => !isSame(seen[field], unit[field as keyof typeof unit]);
    if ([...changeRequestFields].some(isChanged)) report(check, changeRequestFaults(unit));
    if (stakeholderNeeds.some(([field]) => isChanged(field))) report(check, stakeholderFaults(unit));
  });
