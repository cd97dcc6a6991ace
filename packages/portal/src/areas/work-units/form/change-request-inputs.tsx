import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { decisionOf } from '@cfs/contracts/work-unit-approvals';
import { finishedStates, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { longTextLimit } from '@cfs/contracts/sizes';
import { DateTimeInput } from '../../../ui/fields/date-time-input.tsx';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { SwitchInput } from '../../../ui/fields/switch-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { PersonInput } from '../../../ui/fields/person-input.tsx';
import { ApprovalNotice } from '../approvals/approval-notice.tsx';
import { ApproverInput, type Decidable } from '../approvals/approver-input.tsx';
import { useIsApprover } from '../approvals/use-is-approver.ts';
import type { WorkUnitRow } from '../work-unit-row.ts';
import { FoldedFields, useFold } from './fold.tsx';

const text = { rows: 2, limit: longTextLimit, wide: true } as const;

/** Whether the signed-in person has yet to decide about an open Change Request. */
const useDecidesHere = (workUnit: WorkUnitRow | undefined): boolean => {
  const isOpen = workUnit !== undefined && !finishedStates.includes(workUnit.stateId);
  const waiting = (number: 1 | 2): string | null =>
    isOpen && decisionOf(workUnit, number) === 'pending' ? workUnit[`approver${number}`] : null;
  const first = useIsApprover(waiting(1));
  const second = useIsApprover(waiting(2));
  return first || second;
};

/**
 * What a Change Request holds besides the fields of every unit. The plan of one that exists is folded at first, except
 * for who decides about it, so that its notes are in view.
 */
export const ChangeRequestInputs = ({ decidable }: { readonly decidable: Decidable | undefined }) => {
  const decided = decidable?.workUnit.workUnitTypeId === workUnitTypes.ChangeRequest ? decidable : undefined;
  const decides = useDecidesHere(decided?.workUnit);
  const fold = useFold({ name: 'change-plan', fallback: 'folded', opensAnyway: decided === undefined || decides });
  return (
    <>
      <Typography variant="h3">Change Request</Typography>
      {decided && <ApprovalNotice workUnit={decided.workUnit} />}
      <FieldGrid>
        <ApproverInput number={1} required decidable={decided} />
        <ApproverInput number={2} decidable={decided} />
        <DateTimeInput name="plannedStartTime" label="Planned Start Time" required />
        <DateTimeInput name="plannedFinishTime" label="Planned Finish Time" required />
      </FieldGrid>
      <Box>
        <FoldedFields fold={fold} label="Plan">
          <FieldGrid>
            <TextInput name="requestedChangeWindow" label="Requested Change Window" />
            <PersonInput name="implementer" label="Implementer" />
            <TextInput name="environment" label="Environment" required />
            <SwitchInput name="plannedOutage" label="Planned Outage" />
            <SwitchInput name="isApproverRequired" label="Approver Required" />
            <TextInput name="implementationPlan" label="Implementation Plan" required {...text} />
            <TextInput name="rollbackPlan" label="Rollback Plan" required {...text} />
            <TextInput name="affectedResources" label="Affected Resources" required {...text} />
            <TextInput name="expectedCFSAlerts" label="Expected CFS Alerts" required {...text} />
            <TextInput name="securityConsiderations" label="Security Considerations" {...text} />
            <TextInput name="userImpact" label="User Impact" {...text} />
            <TextInput name="costImpact" label="Cost Impact" {...text} />
          </FieldGrid>
        </FoldedFields>
      </Box>
    </>
  );
};
