import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import { customFieldTypes, workUnitFieldNames } from '@cfs/contracts/tenants';
import { useFormContext, useWatch } from 'react-hook-form';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import { RowAction } from '../../ui/grid/row-action.tsx';
import type { TenantValues } from './tenant.ts';

const columns = workUnitFieldNames.map((value, slot) => ({ value, label: `Custom Value ${slot + 1}` }));
const types = Object.entries(customFieldTypes).map(([label, value]) => ({ value, label }));

interface CustomFieldRowProps {
  readonly index: number;
  readonly onRemove: () => void;
}

/** One additional field of the tenant's work units; a Dropdown also has options. */
export const CustomFieldRow = ({ index, onRemove }: CustomFieldRowProps) => {
  const isReadOnly = useIsReadOnly();
  const { control } = useFormContext<TenantValues>();
  const type = useWatch({ control, name: `workUnitFields.${index}.Type` });
  const name = (part: string): string => `workUnitFields.${index}.${part}`;
  return (
    <Box
      role="group"
      aria-label={`Additional field ${index + 1}`}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: '1fr 1fr 1fr 40px' },
        gap: 3,
        alignItems: 'start',
        pb: 4,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <SelectInput name={name('column')} label="Column" required options={columns} />
      <TextInput name={name('Name')} label="Name" required />
      <SelectInput name={name('Type')} label="Type" required options={types} />
      <Box sx={{ justifySelf: 'end', pt: { md: 5 }, order: { xs: 1, md: 0 } }}>
        {!isReadOnly && (
          <RowAction label={`Remove additional field ${index + 1}`} icon={<DeleteIcon />} onClick={onRemove} />
        )}
      </Box>
      {type === customFieldTypes.Dropdown && (
        <TextInput name={name('Options')} label="Options" help="Separated by commas." wide />
      )}
    </Box>
  );
};
