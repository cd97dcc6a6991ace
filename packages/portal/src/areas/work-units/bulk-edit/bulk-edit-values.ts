import { workUnitFields, type WorkUnitField } from '@cfs/contracts/work-units';
import { z } from 'zod';
import { stakeholderFaults } from '../form/work-unit-rules.ts';

/** The form value that empties a field; `null` leaves the field unchanged. */
export const emptied = '(empty)';

const orEmptied = <Schema extends z.ZodType>(schema: Schema) => z.literal(emptied).or(schema);

/** The fields that a bulk edit can change, each as a field of the form. */
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

/**
 * The form of a bulk edit: only filled-in fields are changed. Either all fields of a stakeholder are filled in or none.
 */
export const bulkEditSchema = z
  .object({
    ...fields,
    /** Clears the assignee of units whose group changes, and sets them to New. */
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
