import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { severities, statesAfter, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { efforts } from '@cfs/contracts/work-units';
import { longTextLimit } from '@cfs/contracts/sizes';
import { useFormContext, useWatch } from 'react-hook-form';
import { useLookup, useTenants } from '../../lib/lookups.ts';
import { useTenantId } from '../../lib/use-tenant.ts';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { FixedValue } from '../../ui/fields/fixed-value.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { ChangeRequestInputs } from './change-request-inputs.tsx';
import { PersonInput } from '../../ui/fields/person-input.tsx';
import { useAssignmentGroupPrompt } from './use-assignment-group-prompt.ts';
import { useCategories, useSubcategories, useWorkUnitTypes } from './work-unit-lookups.ts';
import type { WorkUnitRow } from './work-unit-row.ts';

const options = (values: readonly (string | number)[]) => values.map((value) => ({ value, label: String(value) }));

interface WorkUnitInputsProps {
  /** The unit as it is on the server; absent for a new one. */
  readonly workUnit?: WorkUnitRow;
}

/** The fields of a work unit, those of a Change Request when it is one. */
export const WorkUnitInputs = ({ workUnit }: WorkUnitInputsProps) => {
  const currentTenantId = useTenantId();
  const tenantId = workUnit?.tenantId ?? currentTenantId;
  const tenant = useTenants().find((candidate) => candidate.tenantId === tenantId);
  const types = useWorkUnitTypes();
  const categories = useCategories();
  const subcategories = useSubcategories();
  const groups = useLookup<string>(`/v1/tenants/${tenantId}/assignmentGroups`);
  const { control } = useFormContext();
  const [typeId, categoryId] = useWatch({ control, name: ['workUnitTypeId', 'workUnitCategoryId'] }) as [
    number,
    number | null,
  ];
  const promptForGroup = useAssignmentGroupPrompt(workUnit);
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
          options={types.map((type) => ({ value: type.workUnitTypeId, label: type.name }))}
        />
        <FixedValue label="Tenant" value={tenant?.name ?? workUnit?.tenant?.name ?? ''} />
        <PersonInput name="assignedTo" label="Assigned To" />
        <SelectInput
          name="assignmentGroup"
          label="Assignment Group"
          none="None"
          isOpen
          options={options(groups)}
          onChosen={promptForGroup}
        />
        <SelectInput
          name="workUnitCategoryId"
          label="Category"
          none="None"
          options={categories.map((category) => ({ value: category.workUnitCategoryId, label: category.name }))}
        />
        <SelectInput
          name="workUnitSubcategoryId"
          label="Subcategory"
          none="None"
          options={subcategories
            .filter((subcategory) => subcategory.workUnitCategoryId === categoryId)
            .map((subcategory) => ({ value: subcategory.workUnitSubcategoryId, label: subcategory.name }))}
        />
        <SelectInput name="effort" label="Effort" none="None" options={options(efforts)} />
        <TextInput name="referenceId" label="Reference" />
        <TextInput name="description" label="Description" rows={4} limit={longTextLimit} wide />
        <TextInput
          name="resolution"
          label="Resolution"
          rows={2}
          required={typeId === workUnitTypes.ChangeRequest}
          wide
        />
      </FieldGrid>
      <Typography variant="h3">Stakeholder</Typography>
      <FieldGrid>
        <TextInput name="stakeHolderFullName" label="Name" />
        <TextInput name="stakeHolderEmailAddress" label="Email" type="email" />
        <TextInput name="stakeHolderPhoneNumber" label="Phone" type="tel" />
      </FieldGrid>
      {typeId === workUnitTypes.ChangeRequest && <ChangeRequestInputs />}
    </Box>
  );
};
