import Typography from '@mui/material/Typography';
import { DateTimeInput } from '../../ui/fields/date-time-input.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { SwitchInput } from '../../ui/fields/switch-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { PersonInput } from '../../ui/fields/person-input.tsx';

/** What a Change Request holds besides the fields of every unit. */
export const ChangeRequestInputs = () => (
  <>
    <Typography variant="h3">Change Request</Typography>
    <FieldGrid>
      <DateTimeInput name="plannedStartTime" label="Planned Start Time" required />
      <DateTimeInput name="plannedFinishTime" label="Planned Finish Time" required />
      <TextInput name="requestedChangeWindow" label="Requested Change Window" />
      <SwitchInput name="plannedOutage" label="Planned Outage" />
      <PersonInput name="implementer" label="Implementer" />
      <TextInput name="environment" label="Environment" required />
      <PersonInput name="approver1" label="Approver 1" required />
      <PersonInput name="approver2" label="Approver 2" />
      <TextInput name="implementationPlan" label="Implementation Plan" required rows={2} wide />
      <TextInput name="rollbackPlan" label="Rollback Plan" required rows={2} wide />
      <TextInput name="affectedResources" label="Affected Resources" required rows={2} wide />
      <TextInput name="expectedCFSAlerts" label="Expected CFS Alerts" required rows={2} wide />
      <TextInput name="securityConsiderations" label="Security Considerations" rows={2} wide />
      <TextInput name="userImpact" label="User Impact" rows={2} wide />
      <TextInput name="costImpact" label="Cost Impact" rows={2} wide />
    </FieldGrid>
  </>
);
