import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { decisionOf, type ApproverNumber } from '@cfs/contracts/work-unit-approvals';
import { finishedStates } from '@cfs/contracts/work-unit-enumerations';
import { useFormState } from 'react-hook-form';
import { useAsk } from '../../../ui/feedback/confirm.tsx';
import { StateLabel } from '../../../ui/text/state-label.tsx';
import type { Deciding } from './use-decide.ts';
import { useIsApprover } from './use-is-approver.ts';
import type { WorkUnitRow } from '../work-unit-row.ts';

interface ApprovalStatusProps {
  readonly workUnit: WorkUnitRow;
  readonly number: ApproverNumber;
  readonly deciding: Deciding;
}

const DecisionButtons = ({ number, deciding: { decide, isBusy } }: Omit<ApprovalStatusProps, 'workUnit'>) => {
  const { isDirty } = useFormState();
  const ask = useAsk();
  const isDisabled = isBusy || isDirty;
  const decline = async (): Promise<void> => {
    const notes = await ask({
      title: 'Decline',
      text: 'Declining cancels the Change Request.',
      input: 'Notes',
      yes: 'Decline',
      no: 'Back',
      isDestructive: true,
    });
    if (notes !== undefined) await decide(number, 'decline', notes);
  };
  return (
    <>
      <Button size="small" variant="outlined" disabled={isDisabled} onClick={() => void decide(number, 'approve')}>
        Approve
      </Button>
      <Button size="small" variant="outlined" color="error" disabled={isDisabled} onClick={() => void decline()}>
        Decline
      </Button>
      {isDirty && (
        <Typography variant="caption" color="textSecondary">
          Save your other changes first.
        </Typography>
      )}
    </>
  );
};

/** The state of one approver's decision; only that approver can decide here. */
export const ApprovalStatus = ({ workUnit, number, deciding }: ApprovalStatusProps) => {
  const status = decisionOf(workUnit, number);
  const isWaiting = status === 'pending' && !finishedStates.includes(workUnit.stateId);
  const isApprover = useIsApprover(isWaiting ? workUnit[`approver${number}`] : null);
  if (status === 'none') return null;
  const notes = workUnit[`decision${number}Notes`];
  return (
    <Box
      role="group"
      aria-label={`Decision of approver ${number}`}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mt: 1, fontSize: 13 }}
    >
      {status === 'pending' && <StateLabel tone="underway">Pending</StateLabel>}
      {status === 'approved' && <StateLabel tone="good">Approved by {workUnit[`approved${number}By`]}</StateLabel>}
      {status === 'declined' && <StateLabel tone="bad">Declined by {workUnit[`declined${number}By`]}</StateLabel>}
      {isWaiting && isApprover && <DecisionButtons number={number} deciding={deciding} />}
      {notes && (
        <Typography variant="body2" sx={{ width: '100%', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {notes}
        </Typography>
      )}
    </Box>
  );
};
