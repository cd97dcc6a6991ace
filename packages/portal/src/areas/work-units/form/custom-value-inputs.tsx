import Typography from '@mui/material/Typography';
import {
  customFieldOptions,
  customFieldTypes,
  parseCustomField,
  workUnitFieldNames,
  type TenantDetails,
} from '@cfs/contracts/tenants';
import { customValueNames } from '@cfs/contracts/work-units';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { SelectInput } from '../../../ui/fields/select-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';

/** The fields that the unit's tenant has defined: text boxes, and dropdowns with the options of their definition. */
export const CustomValueInputs = ({ tenant }: { readonly tenant: TenantDetails | undefined }) => {
  const fields = customValueNames.flatMap((name, index) => {
    const slot = workUnitFieldNames[index];
    const definition = slot && parseCustomField(tenant?.[slot]);
    return definition ? [{ name, definition }] : [];
  });
  if (fields.length === 0) return null;
  return (
    <>
      <Typography variant="h3">Additional Fields</Typography>
      <FieldGrid>
        {fields.map(({ name, definition }) =>
          definition.Type === customFieldTypes.Dropdown ? (
            <SelectInput
              key={name}
              name={name}
              label={definition.Name}
              emptyLabel="None"
              allowsUnlisted
              options={customFieldOptions(definition).map((option) => ({ value: option, label: option }))}
            />
          ) : (
            <TextInput key={name} name={name} label={definition.Name} />
          ),
        )}
      </FieldGrid>
    </>
  );
};
