import Box from '@mui/material/Box';
import type { ApproverNumber } from '@cfs/contracts/work-unit-approvals';
import { PersonInput } from '../../../ui/fields/person-input.tsx';
import { ApprovalStatus } from './approval-status.tsx';
import type { Deciding } from './use-decide.ts';
import type { WorkUnitRow } from '../work-unit-row.ts';

/** A stored unit, and the function to decide about it. */
export interface Decidable {
  readonly workUnit: WorkUnitRow;
  readonly deciding: Deciding;
}

interface ApproverInputProps {
  readonly number: ApproverNumber;
  readonly required?: boolean;
  /** Absent if the unit is not stored as a Change Request yet. */
  readonly decidable: Decidable | undefined;
}

/** The input for an approver, a person and never a group, with the state of the decision below. */
export const ApproverInput = ({ number, required = false, decidable }: ApproverInputProps) => (
  <Box sx={{ minWidth: 0 }}>
    <PersonInput name={`approver${number}`} label={`Approver ${number}`} required={required} scope="people" />
    {decidable && <ApprovalStatus number={number} {...decidable} />}
  </Box>
);
