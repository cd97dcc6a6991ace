import Alert from '@mui/material/Alert';
import { useFormContext, useWatch } from 'react-hook-form';
import { restartsApproval } from '@cfs/contracts/work-unit-approvals';
import { approvalsAtStake } from './decision.ts';
import type { WorkUnitRow } from '../work-unit-row.ts';

/**
 * Shows, before the unit is saved, that it has to be approved again: because it is a declined one that is reopened, or
 * because its plan changes.
 */
export const ApprovalNotice = ({ workUnit }: { readonly workUnit: WorkUnitRow }) => {
  const { control } = useFormContext<Pick<WorkUnitRow, 'stateId'>>();
  const edited = useWatch({ control });
  if (edited.stateId && restartsApproval(workUnit, edited.stateId))
    return (
      <Alert severity="info">
        Saving reopens the declined Change Request: it has to be approved again. The decisions are kept in its history.
      </Alert>
    );
  const approvers = approvalsAtStake(workUnit, edited);
  if (approvers.length === 0) return null;
  return (
    <Alert severity="warning">
      Saving these changes voids the approval of {approvers.join(' and ')}: the plan has to be approved again.
    </Alert>
  );
};
