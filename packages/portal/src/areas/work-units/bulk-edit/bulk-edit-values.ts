import { workUnitFields, type WorkUnitField } from '@cfs/contracts/work-units';
import { z } from 'zod';
import { stakeholderFaults } from '../form/work-unit-rules.ts';

/** Stands in a field for the wish that it be emptied; `null` leaves it as it is. */
export const emptied = '(empty)';

const orEmptied = <Schema extends z.ZodType>(schema: Schema) => z.literal(emptied).or(schema);

/** What can be changed for many units at once, a field of the form for each. */
const fields = {
  stateId: workUnitFields.stateId.nullable(),
  severityId: workUnitFields.severityId.nullable(),
  assignedTo: orEmptied(workUnitFields.assignedTo),
  assignmentGroup: orEmptied(workUnitFields.assignmentGroup),
  workUnitCategoryId: orEmptied(workUnitFields.workUnitCategoryId),
  workUnitSubcategoryId: orEmptied(workUnitFields.workUnitSubcategoryId),
  stakeHolderFullName: workUnitFields.stakeHolderFullName,
  stakeHolderEmailAddress: workUnitFields.stakeHolderEmailAddress,
  stakeHolderPhoneNumber: workUnitFields.stakeHolderPhoneNumber,
} as const satisfies Partial<Record<WorkUnitField, z.ZodType>>;

/** The form of a bulk edit: what is filled in is changed. A stakeholder is named whole or not at all. */
export const bulkEditSchema = z
  .object({
    ...fields,
    /** A unit whose group changes loses its assignee, and is New again. */
    handsOver: z.boolean(),
  })
  .superRefine((values, check) => {
    const { stakeHolderFullName, stakeHolderEmailAddress, stakeHolderPhoneNumber } = values;
    const stakeholder = { stakeHolderFullName, stakeHolderEmailAddress, stakeHolderPhoneNumber };
    for (const { field, message } of stakeholderFaults(stakeholder))
      check.addIssue({ code: 'custom', path: [field], message });
  });

export type BulkEditValues = z.output<typeof bulkEditSchema>;

/** A form in which nothing is filled in. */
export const nothingChanged: BulkEditValues = {
  stateId: null,
  severityId: null,
  assignedTo: null,
  assignmentGroup: null,
  workUnitCategoryId: null,
  workUnitSubcategoryId: null,
  stakeHolderFullName: null,
  stakeHolderEmailAddress: null,
  stakeHolderPhoneNumber: null,
  handsOver: false,
};
