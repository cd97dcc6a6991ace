import Box from '@mui/material/Box';
import { severities, statesAfter, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { efforts } from '@cfs/contracts/work-units';
import { longTextLimit } from '@cfs/contracts/sizes';
import { typeLabel } from '@cfs/contracts/work-unit-type-label';
import { useFormContext, useWatch } from 'react-hook-form';
import { useLookup, useTenants } from '../../../lib/lookups.ts';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { FixedValue } from '../../../ui/fields/fixed-value.tsx';
import { PersonInput } from '../../../ui/fields/person-input.tsx';
import { SelectInput } from '../../../ui/fields/select-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import type { Decidable } from '../approvals/approver-input.tsx';
import { CategoryInputs } from './category-inputs.tsx';
import { ChangeRequestInputs } from './change-request-inputs.tsx';
import { CustomValueInputs } from './custom-value-inputs.tsx';
import { StakeholderInputs } from './stakeholder-inputs.tsx';
import { useAssignmentGroupPrompt } from './use-assignment-group-prompt.ts';
import { useProtocols, useTenantDetails, useWorkUnitTypeOptions } from '../work-unit-lookups.ts';
import { withPresent } from './with-present.ts';
import type { WorkUnitRow } from '../work-unit-row.ts';

const options = (values: readonly (string | number)[]) => values.map((value) => ({ value, label: String(value) }));

const TenantField = ({ workUnit }: { readonly workUnit: WorkUnitRow | undefined }) => {
  const tenants = useTenants();
  if (workUnit) {
    const named = tenants.find((tenant) => tenant.tenantId === workUnit.tenantId);
    return <FixedValue label="Tenant" value={named?.name ?? workUnit.tenant?.name ?? ''} />;
  }
  const offered = tenants.map((tenant) => ({ value: tenant.tenantId, label: tenant.name }));
  return <SelectInput name="tenantId" label="Tenant" required options={offered} />;
};

const ProtocolField = ({
  workUnit,
  tenantId,
}: {
  readonly workUnit: WorkUnitRow | undefined;
  readonly tenantId: string | undefined;
}) => {
  const protocols = useProtocols(tenantId).map(({ protocolId, name }) => ({ value: protocolId, label: name }));
  return (
    <SelectInput
      name="protocolId"
      label="Protocol"
      emptyLabel="None"
      options={withPresent(protocols, workUnit?.protocolId, workUnit?.protocol?.name)}
    />
  );
};

interface WorkUnitInputsProps {
  /** The unit as it is on the server, with the way to decide about it; absent for a new one. */
  readonly decidable?: Decidable;
}

/** The fields of a work unit, those of a Change Request when it is one. */
export const WorkUnitInputs = ({ decidable }: WorkUnitInputsProps) => {
  const workUnit = decidable?.workUnit;
  const { control } = useFormContext();
  const [typeId, chosenTenantId] = useWatch({ control, name: ['workUnitTypeId', 'tenantId'] }) as [
    number,
    string | undefined,
  ];
  const tenantId = workUnit?.tenantId ?? chosenTenantId;
  const types = useWorkUnitTypeOptions();
  const groups = useLookup<string>(`/v1/tenants/${tenantId ?? ''}/assignmentGroups`, Boolean(tenantId));
  const tenant = useTenantDetails(tenantId);
  const promptForGroup = useAssignmentGroupPrompt(workUnit);
  const isChangeRequest = typeId === workUnitTypes.ChangeRequest;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 5 }}>
      <FieldGrid>
        <TextInput name="title" label="Title" required wide />
        <SelectInput name="severityId" label="Severity" required options={options(Object.keys(severities))} />
        <SelectInput
          name="stateId"
          label="State"
          required
          options={options(workUnit ? statesAfter(workUnit.stateId) : ['New'])}
        />
        <SelectInput
          name="workUnitTypeId"
          label="Work Unit Type"
          required
          disabled={workUnit !== undefined}
          options={withPresent(types, workUnit?.workUnitTypeId, typeLabel(workUnit?.workUnitType?.name))}
        />
        <TenantField workUnit={workUnit} />
        <PersonInput name="assignedTo" label="Assigned To" />
        <SelectInput
          name="assignmentGroup"
          label="Assignment Group"
          emptyLabel="None"
          allowsUnlisted
          options={options(groups)}
          onSelect={promptForGroup}
        />
        <CategoryInputs workUnit={workUnit} tenantId={tenantId} />
        <SelectInput name="effort" label="Effort" emptyLabel="None" options={options(efforts)} />
        <ProtocolField workUnit={workUnit} tenantId={tenantId} />
        <TextInput name="source" label="Source" />
        <TextInput name="referenceId" label="Reference" />
        <TextInput name="referenceUrl" label="Reference URL" type="url" />
        <TextInput name="description" label="Description" rows={4} limit={longTextLimit} wide />
        <TextInput
          name="resolution"
          label="Resolution"
          rows={2}
          limit={longTextLimit}
          required={isChangeRequest}
          wide
        />
      </FieldGrid>
      <StakeholderInputs isNew={!workUnit} />
      <CustomValueInputs tenant={tenant} />
      {isChangeRequest && <ChangeRequestInputs decidable={decidable} />}
    </Box>
  );
};
