import Alert from '@mui/material/Alert';
import { useFormContext, useWatch } from 'react-hook-form';
import { approvalsAtStake } from './decision.ts';
import type { WorkUnitRow } from './work-unit-row.ts';

/** Says, before the plan is saved, whose approval that would void. */
export const ApprovalNotice = ({ workUnit }: { readonly workUnit: WorkUnitRow }) => {
  const { control } = useFormContext();
  const approvers = approvalsAtStake(workUnit, useWatch({ control }));
  if (approvers.length === 0) return null;
  return (
    <Alert severity="warning">
      Saving these changes voids the approval of {approvers.join(' and ')}: the plan has to be approved again.
    </Alert>
  );
};
