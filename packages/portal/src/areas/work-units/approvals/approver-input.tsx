import Box from '@mui/material/Box';
import type { ApproverNumber } from '@cfs/contracts/work-unit-approvals';
import { PersonInput } from '../../../ui/fields/person-input.tsx';
import { ApprovalStatus } from './approval-status.tsx';
import type { Deciding } from './use-decide.ts';
import type { WorkUnitRow } from '../work-unit-row.ts';

/** A unit that is on the server, and the way to decide about it. */
export interface Decidable {
  readonly workUnit: WorkUnitRow;
  readonly deciding: Deciding;
}

interface ApproverInputProps {
  readonly number: ApproverNumber;
  readonly required?: boolean;
  /** Absent for a unit that is no Change Request on the server yet. */
  readonly decidable: Decidable | undefined;
}

/** Who approves, a person and never a group, with the standing of the decision below. */
export const ApproverInput = ({ number, required = false, decidable }: ApproverInputProps) => (
  <Box sx={{ minWidth: 0 }}>
    <PersonInput name={`approver${number}`} label={`Approver ${number}`} required={required} scope="people" />
    {decidable && <ApprovalStatus number={number} {...decidable} />}
  </Box>
);
