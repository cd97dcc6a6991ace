import { z } from 'zod';
import { longTextLimit, titleCharacters } from './sizes.ts';
import { requiredText } from './text.ts';
import { workUnitMessages, type WorkUnit } from './work-units.ts';

/** Body of PUT /v1/rc/workunits: an incident of Sev3 for the caller's own tenant. */
export const resolutionCenterRequestSchema = z.strictObject({
  /** As for every new work unit (docs/reference/work-units.md#calls). */
  workUnitId: z.literal(-1, { error: 'A new work unit is sent with workUnitId -1.' }).default(-1),
  title: requiredText(titleCharacters.max, 'Please enter a title for the Work Unit.').pipe(
    z.string().min(titleCharacters.min, workUnitMessages.titleTooShort),
  ),
  description: requiredText(longTextLimit, 'Please enter a Work Unit description'),
  stakeHolderPhoneNumber: requiredText(50, 'Please enter a phone number.'),
  severityId: z.literal('Sev3', { error: 'A request of the Resolution Center has severity Sev3.' }).default('Sev3'),
  workUnitCategoryId: z
    .int32()
    .nullish()
    .transform((value) => value ?? null),
  workUnitSubcategoryId: z
    .int32()
    .nullish()
    .transform((value) => value ?? null),
});

export type ResolutionCenterRequest = z.infer<typeof resolutionCenterRequestSchema>;

/** Fields of a unit that the Resolution Center shows; internal fields of the staff are excluded. */
export const resolutionCenterFields = [
  'workUnitId',
  'publicWorkUnitId',
  'tenantId',
  'title',
  'description',
  'resolution',
  'severityId',
  'stateId',
  'workUnitTypeId',
  'workUnitCategoryId',
  'workUnitSubcategoryId',
  'stakeHolderFullName',
  'stakeHolderPhoneNumber',
  'stakeHolderEmailAddress',
  'stakeHolderExperienceScore',
  'created',
  'createdBy',
  'modified',
  'resolved',
] as const satisfies readonly (keyof WorkUnit)[];

/** A unit as shown to its stakeholder. */
export type ResolutionCenterUnit = Pick<WorkUnit, (typeof resolutionCenterFields)[number]>;
