import Box from '@mui/material/Box';
import { severities, workUnitStates } from '@cfs/contracts/work-unit-enumerations';
import { useFormContext, useWatch } from 'react-hook-form';
import { useLookup } from '../../../lib/lookups.ts';
import { EnumInput } from '../../../ui/fields/enum-input.tsx';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { PersonInput } from '../../../ui/fields/person-input.tsx';
import { SelectInput } from '../../../ui/fields/select-input.tsx';
import { SwitchInput } from '../../../ui/fields/switch-input.tsx';
import { emptied, type BulkEditValues } from './bulk-edit-values.ts';
import { isHandedOver } from './bulk-patches.ts';
import { StakeholderInputs } from '../form/stakeholder-inputs.tsx';
import { unitCount } from './unit-count.ts';
import { useCategoryOptions } from '../form/use-category-options.ts';
import type { WorkUnitListRow } from '../work-unit-row.ts';

const untouched = 'Leave unchanged';
const nobody = { value: emptied, label: 'Nobody' };
const none = { value: emptied, label: 'None' };

/** The value that all units have in common; `undefined` if they differ. */
const common = <Value,>(units: readonly WorkUnitListRow[], of: (unit: WorkUnitListRow) => Value): Value | undefined => {
  const values = new Set(units.map(of));
  return values.size === 1 ? [...values][0] : undefined;
};

const StateInput = () => {
  const state = useWatch<BulkEditValues, 'stateId'>({ name: 'stateId' });
  return (
    <EnumInput
      name="stateId"
      label="State"
      enumeration={workUnitStates}
      wire="names"
      emptyLabel={untouched}
      {...(state === 'New' && { help: 'From New, a unit can only become Acknowledged or Canceled, even by Undo.' })}
    />
  );
};

const GroupInput = ({ units }: { readonly units: readonly WorkUnitListRow[] }) => {
  const tenantId = common(units, (unit) => unit.tenantId);
  const groups = useLookup<string>(`/v1/tenants/${tenantId ?? ''}/assignmentGroups`, tenantId !== undefined);
  const [group, assignee, state] = useWatch<BulkEditValues, ['assignmentGroup', 'assignedTo', 'stateId']>({
    name: ['assignmentGroup', 'assignedTo', 'stateId'],
  });
  const handedOver = units.filter((unit) => isHandedOver(unit, group));
  const becomeNew = state === null && handedOver.some((unit) => unit.stateId !== 'New');
  return (
    <div>
      <SelectInput
        name="assignmentGroup"
        label="Assignment Group"
        emptyLabel={untouched}
        disabled={tenantId === undefined}
        options={[none, ...groups.map((name) => ({ value: name, label: name }))]}
        {...(tenantId === undefined && { help: 'Each tenant has its own groups: choose units of one tenant.' })}
      />
      {handedOver.length > 0 && assignee === null && (
        <Box sx={{ mt: 2 }}>
          <SwitchInput
            name="handsOver"
            label={`Clear the assignee of ${unitCount(handedOver.length)}${becomeNew ? ', and set the state to New' : ''}`}
          />
        </Box>
      )}
    </div>
  );
};

const CategoryFields = ({ units }: { readonly units: readonly WorkUnitListRow[] }) => {
  const tenantId = common(units, (unit) => unit.tenantId);
  const typeId = common(units, (unit) => unit.workUnitTypeId);
  const categoryId = useWatch<BulkEditValues, 'workUnitCategoryId'>({ name: 'workUnitCategoryId' });
  const { categories, subcategories } = useCategoryOptions({ tenantId, typeId, categoryId });
  const { setValue } = useFormContext<BulkEditValues>();
  const reason =
    tenantId === undefined
      ? 'Each tenant has its own categories: choose units of one tenant.'
      : typeId === undefined && 'Each type has its own categories: choose units of one type.';
  return (
    <>
      <SelectInput
        name="workUnitCategoryId"
        label="Category"
        emptyLabel={untouched}
        disabled={reason !== false}
        options={[none, ...categories]}
        onSelect={() => setValue('workUnitSubcategoryId', null, { shouldDirty: true })}
        {...(reason !== false && { help: reason })}
      />
      <SelectInput
        name="workUnitSubcategoryId"
        label="Subcategory"
        emptyLabel={categoryId === null ? untouched : 'None'}
        disabled={typeof categoryId !== 'number'}
        options={subcategories}
      />
    </>
  );
};

/** The fields that a bulk edit can change; a field that is not filled in is not changed. */
export const BulkEditInputs = ({ units }: { readonly units: readonly WorkUnitListRow[] }) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 5 }}>
    <FieldGrid>
      <StateInput />
      <EnumInput name="severityId" label="Severity" enumeration={severities} wire="names" emptyLabel={untouched} />
      <PersonInput name="assignedTo" label="Assigned To" first={nobody} />
      <GroupInput units={units} />
      <CategoryFields units={units} />
    </FieldGrid>
    <StakeholderInputs isNew />
  </Box>
);
