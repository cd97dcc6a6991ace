import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { customFieldTypes, workUnitFieldNames } from '@cfs/contracts/tenants';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import { CustomFieldRow } from './custom-field-row.tsx';
import type { CustomField, TenantValues } from './tenant.ts';

const nextField = (fields: readonly CustomField[]): CustomField => ({
  column: workUnitFieldNames.find((name) => fields.every(({ column }) => column !== name)) ?? 'workUnitField1',
  Name: '',
  Type: customFieldTypes.Textbox,
  Options: null,
});

/** The additional fields of the tenant's work units, at most fifteen. */
export const AdditionalFieldsTab = () => {
  const isReadOnly = useIsReadOnly();
  const { control, getValues } = useFormContext<TenantValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'workUnitFields' });
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      {fields.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          Work units of this tenant have no additional fields.
        </Typography>
      )}
      {fields.map((field, index) => (
        <CustomFieldRow key={field.id} index={index} onRemove={() => remove(index)} />
      ))}
      {!isReadOnly && fields.length < workUnitFieldNames.length && (
        <Button
          sx={{ alignSelf: 'start' }}
          startIcon={<AddIcon />}
          onClick={() => append(nextField(getValues('workUnitFields')))}
        >
          Add field
        </Button>
      )}
    </Box>
  );
};
