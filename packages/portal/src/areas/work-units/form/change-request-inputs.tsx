import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { longTextLimit } from '@cfs/contracts/sizes';
import { useWatch } from 'react-hook-form';
import { DateTimeInput } from '../../../ui/fields/date-time-input.tsx';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { SwitchInput } from '../../../ui/fields/switch-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { PersonInput } from '../../../ui/fields/person-input.tsx';
import { ApprovalNotice } from '../approvals/approval-notice.tsx';
import { ApproverInput, type Decidable } from '../approvals/approver-input.tsx';
import { FoldedFields, useFold } from './fold.tsx';

const text = { rows: 2, limit: longTextLimit, wide: true } as const;

interface ChangeRequestInputsProps {
  readonly decidable: Decidable | undefined;
}

/** Returns the unit if it is stored as a Change Request; the type may have been changed only in the form. */
const storedChange = (decidable: Decidable | undefined): Decidable | undefined =>
  decidable?.workUnit.workUnitTypeId === workUnitTypes.ChangeRequest ? decidable : undefined;

/** The approvers of a Change Request and its planned times. */
export const ChangeApprovalInputs = ({ decidable }: ChangeRequestInputsProps) => {
  const decided = storedChange(decidable);
  return (
    <>
      <ApproverInput number={1} required decidable={decided} />
      <ApproverInput number={2} decidable={decided} />
      <DateTimeInput name="plannedStartTime" label="Planned Start Time" required />
      <DateTimeInput name="plannedFinishTime" label="Planned Finish Time" required />
    </>
  );
};

/** The summary of the collapsed plan, in one line. */
const PlanSummary = () => {
  const [environment, isOutage] = useWatch({ name: ['environment', 'plannedOutage'] }) as [string | null, boolean];
  const words = [environment, isOutage ? 'planned outage' : null].filter(Boolean);
  return (
    <Typography variant="body2" noWrap sx={{ minWidth: 0 }}>
      {words.join(', ')}
    </Typography>
  );
};

/** The plan of a Change Request; initially collapsed if the Change Request is stored, so that its notes are visible. */
export const ChangePlanInputs = ({ decidable }: ChangeRequestInputsProps) => {
  const decided = storedChange(decidable);
  const fold = useFold({ name: 'change-plan', fallback: 'folded', opensAnyway: decided === undefined });
  return (
    <>
      {decided && <ApprovalNotice workUnit={decided.workUnit} />}
      <Box>
        <FoldedFields fold={fold} label="Plan" summary={<PlanSummary />}>
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
