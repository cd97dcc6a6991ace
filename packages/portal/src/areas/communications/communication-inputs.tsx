import {
  communicationStatusLabels,
  communicationStatusNames,
  communicationTextLength,
  isClosedStatus,
  type CommunicationStatus,
} from '@cfs/contracts/communication-enumerations';
import { useFormContext, useWatch } from 'react-hook-form';
import { DateTimeInput } from '../../ui/fields/date-time-input.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { PersonInput } from '../../ui/fields/person-input.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { SwitchInput } from '../../ui/fields/switch-input.tsx';
import { TenantInput } from '../../ui/fields/tenant-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';

const statuses = communicationStatusNames.map((value) => ({ value, label: communicationStatusLabels[value] }));

const isStatus = (value: unknown): value is CommunicationStatus =>
  communicationStatusNames.some((name) => name === value);

/**
 * The fields of a communication. A closed one has no next update: choosing such a status clears the field and disables
 * it. The root cause is required once resolved; the tenant cannot be changed after creation.
 */
export const CommunicationInputs = ({ isNew = false }: { readonly isNew?: boolean }) => {
  const { control, setValue } = useFormContext();
  const status: unknown = useWatch({ control, name: 'status' });
  const isClosed = isStatus(status) && isClosedStatus(status);
  return (
    <FieldGrid>
      <TextInput name="title" label="Title" required wide />
      <TenantInput name="tenantId" disabled={!isNew} />
      <PersonInput name="serviceManager" label="Service Manager" scope="people" required />
      <SelectInput
        name="status"
        label="Status"
        options={statuses}
        disabled={isNew}
        onSelect={(chosen) => {
          if (isStatus(chosen) && isClosedStatus(chosen)) setValue('nextUpdate', null, { shouldDirty: true });
        }}
      />
      <SwitchInput name="customerAssistanceRequired" label="Customer Assistance Required" />
      <TextInput name="currentImpact" label="Current Impact" rows={2} limit={communicationTextLength} />
      <TextInput name="maximumImpact" label="Maximum Impact" rows={2} limit={communicationTextLength} />
      <TextInput name="impactedServices" label="Impacted Services" rows={2} limit={communicationTextLength} />
      <TextInput name="internalBridge" label="Internal Bridge" rows={2} />
      <DateTimeInput name="eventStarted" label="Event Started" />
      <DateTimeInput name="eventEngaged" label="Event Engaged" />
      <DateTimeInput name="eventMitigated" label="Event Mitigated" />
      <DateTimeInput name="eventResolved" label="Event Resolved" />
      <DateTimeInput name="nextUpdate" label="Next Update" disabled={isClosed} />
      <DateTimeInput name="nextInternalUpdate" label="Next Internal Update" />
      <TextInput name="details" label="Details" rows={3} limit={communicationTextLength} wide />
      <TextInput
        name="rootCause"
        label="Root Cause"
        rows={3}
        limit={communicationTextLength}
        required={status === 'Resolved'}
        wide
      />
    </FieldGrid>
  );
};
