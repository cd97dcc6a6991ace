import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useIsReadOnly } from '../forms/read-only.ts';
import { RowAction } from '../grid/row-action.tsx';
import type { FieldProps } from './field-frame.tsx';
import { TextInput } from './text-input.tsx';

interface KeyValueInputProps extends Pick<FieldProps, 'name' | 'label' | 'help'> {
  /** The labels of the two columns. */
  readonly nameLabel?: string;
  readonly valueLabel?: string;
  readonly maxRows?: number;
}

/** Rows of a name and a value; `keyValueRecord` is the schema. */
export const KeyValueInput = (props: KeyValueInputProps) => {
  const { name, label, help, nameLabel = 'Name', valueLabel = 'Value', maxRows = Number.POSITIVE_INFINITY } = props;
  const isReadOnly = useIsReadOnly();
  const labelId = useId();
  const { control } = useFormContext();
  const { fields, append, remove } = useFieldArray({ control, name });
  return (
    <Box role="group" aria-labelledby={labelId} sx={{ gridColumn: '1 / -1', display: 'grid', gap: 2 }}>
      <Typography id={labelId} sx={{ fontSize: 13, color: 'text.secondary' }}>
        {label}
      </Typography>
      {fields.map((field, index) => (
        <Box
          key={field.id}
          role="group"
          aria-label={`${label} ${index + 1}`}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr 40px', md: '1fr 2fr 40px' },
            gridTemplateAreas: { xs: '"name remove" "value ."', md: '"name value remove"' },
            columnGap: 2,
            rowGap: 1,
            alignItems: 'start',
          }}
        >
          <Box sx={{ gridArea: 'name' }}>
            <TextInput name={`${name}.${index}.name`} label={nameLabel} />
          </Box>
          <Box sx={{ gridArea: 'value' }}>
            <TextInput name={`${name}.${index}.value`} label={valueLabel} />
          </Box>
          <Box sx={{ gridArea: 'remove', pt: 5 }}>
            {!isReadOnly && (
              <RowAction label={`Remove ${label} ${index + 1}`} icon={<DeleteIcon />} onClick={() => remove(index)} />
            )}
          </Box>
        </Box>
      ))}
      {help && (
        <Typography variant="caption" color="textSecondary">
          {help}
        </Typography>
      )}
      {!isReadOnly && fields.length < maxRows && (
        <Button sx={{ justifySelf: 'start' }} startIcon={<AddIcon />} onClick={() => append({ name: '', value: '' })}>
          Add
        </Button>
      )}
    </Box>
  );
};
