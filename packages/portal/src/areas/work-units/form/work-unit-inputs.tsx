import Box from '@mui/material/Box';
import { severities, statesAfter, workUnitTypes, workUnitStateLabels } from '@cfs/contracts/work-unit-enumerations';
import { efforts } from '@cfs/contracts/work-units';
import { longTextLimit } from '@cfs/contracts/sizes';
import { typeLabel } from '@cfs/contracts/work-unit-type-label';
import { memo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTenants } from '../../../lib/lookups.ts';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { FixedValue } from '../../../ui/fields/fixed-value.tsx';
import { PersonInput } from '../../../ui/fields/person-input.tsx';
import { SelectInput } from '../../../ui/fields/select-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import type { Decidable } from '../approvals/approver-input.tsx';
import { useIsAwaited } from '../approvals/use-is-awaited.ts';
import { CategoryInputs } from './category-inputs.tsx';
import { ChangeApprovalInputs, ChangePlanInputs } from './change-request-inputs.tsx';
import { CustomValueInputs } from './custom-value-inputs.tsx';
import { StakeholderInputs } from './stakeholder-inputs.tsx';
import { UnitClocks } from '../time-left/unit-clocks.tsx';
import { UnitDetails } from './unit-details.tsx';
import { useAssignmentGroupPrompt } from './use-assignment-group-prompt.ts';
import { useClearForeign } from './use-clear-foreign.ts';
import { useAssignmentGroups, useProtocols, useTenantDetails, useWorkUnitTypeOptions } from '../work-unit-lookups.ts';
import { withCurrentOption } from './with-current-option.ts';
import type { WorkUnitRow } from '../work-unit-row.ts';

const options = (values: readonly (string | number)[]) => values.map((value) => ({ value, label: String(value) }));

const TenantField = ({ workUnit }: { readonly workUnit: WorkUnitRow | undefined }) => {
  const tenants = useTenants();
  const { afterTenant } = useClearForeign();
  if (workUnit) {
    const named = tenants.find((tenant) => tenant.tenantId === workUnit.tenantId);
    return <FixedValue label="Tenant" value={named?.name ?? workUnit.tenant?.name ?? ''} />;
  }
  const offered = tenants.map((tenant) => ({ value: tenant.tenantId, label: tenant.name }));
  return <SelectInput name="tenantId" label="Tenant" required options={offered} onSelect={afterTenant} />;
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
      options={withCurrentOption(protocols, workUnit?.protocolId, workUnit?.protocol?.name)}
    />
  );
};

interface WorkUnitInputsProps {
  /** The stored unit, with the function to decide about it; absent for a new unit. */
  readonly decidable?: Decidable;
}

interface GroupProps {
  readonly decidable: Decidable | undefined;
}

const useIsChangeRequest = (): boolean =>
  (useWatch({ name: 'workUnitTypeId' }) as number) === workUnitTypes.ChangeRequest;

/** The title, description and resolution of a unit, and the plan of a Change Request. */
const TextInputs = ({ decidable }: GroupProps) => {
  const isChangeRequest = useIsChangeRequest();
  return (
    <>
      <TextInput name="title" label="Title" required />
      <TextInput name="description" label="Description" rows={3} limit={longTextLimit} />
      <TextInput name="resolution" label="Resolution" rows={1} limit={longTextLimit} required={isChangeRequest} />
      {isChangeRequest && <ChangePlanInputs decidable={decidable} />}
    </>
  );
};

const DetailInputs = ({ decidable }: GroupProps) => {
  const workUnit = decidable?.workUnit;
  const chosenTenantId = useWatch({ name: 'tenantId' }) as string | undefined;
  const tenantId = workUnit?.tenantId ?? chosenTenantId;
  const types = useWorkUnitTypeOptions();
  const groups = useAssignmentGroups(tenantId);
  const tenant = useTenantDetails(tenantId);
  const promptForGroup = useAssignmentGroupPrompt(workUnit);
  const { afterType } = useClearForeign();
  const isChangeRequest = useIsChangeRequest();
  return (
    <>
      {workUnit && <UnitClocks workUnit={workUnit} />}
      <FieldGrid>
        <SelectInput name="severityId" label="Severity" required options={options(Object.keys(severities))} />
        <SelectInput
          name="stateId"
          label="State"
          required
          options={(workUnit ? statesAfter(workUnit.stateId) : ['New' as const]).map((value) => ({
            value,
            label: workUnitStateLabels[value],
          }))}
        />
        <PersonInput name="assignedTo" label="Assigned To" />
        {isChangeRequest && <ChangeApprovalInputs decidable={decidable} />}
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
        <SelectInput
          name="workUnitTypeId"
          label="Work Unit Type"
          required
          disabled={workUnit !== undefined}
          onSelect={afterType}
          options={withCurrentOption(types, workUnit?.workUnitTypeId, typeLabel(workUnit?.workUnitType?.name))}
        />
        <TenantField workUnit={workUnit} />
        <TextInput name="source" label="Source" />
        <TextInput name="referenceId" label="Reference" />
        <TextInput name="referenceUrl" label="Reference URL" type="url" />
      </FieldGrid>
      <StakeholderInputs isNew={!workUnit} />
      <CustomValueInputs tenant={tenant} />
    </>
  );
};

const Inputs = ({ decidable }: WorkUnitInputsProps) => {
  const isAwaited = useIsAwaited(decidable?.workUnit);
  return (
    <>
      <Box sx={{ gridArea: 'text', minWidth: 0, display: 'flex', flexDirection: 'column', gap: 4 }}>
        <TextInputs decidable={decidable} />
      </Box>
      <UnitDetails hasStateKey={decidable !== undefined} opensAnyway={isAwaited || decidable === undefined}>
        <DetailInputs decidable={decidable} />
      </UnitDetails>
    </>
  );
};

/**
 * The fields of a work unit, in the areas of `unitLayout`. Memoized, since the panel renders on each change of its form
 * state.
 */
export const WorkUnitInputs = memo(Inputs);
