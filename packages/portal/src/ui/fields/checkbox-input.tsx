import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { helpIdOf, type FieldProps } from './field-frame.tsx';
import { useField } from './use-field.ts';

const describe = (value: unknown): string => (value ? 'Yes' : 'No');

/** A statement that a person confirms, with its error below. */
export const CheckboxInput = ({ required = false, wide = false, ...props }: FieldProps) => {
  const { field, error, inputId, isDisabled, aria } = useField(props, describe);
  const { ref, value, ...bound } = field;
  return (
    <Box sx={{ gridColumn: wide ? '1 / -1' : undefined }}>
      <FormControlLabel
        label={props.label}
        required={required}
        disabled={isDisabled}
        slotProps={{ typography: { variant: 'body2' } }}
        control={
          <Checkbox
            {...bound}
            id={inputId}
            size="small"
            checked={Boolean(value)}
            slotProps={{ input: { ref, ...aria } }}
          />
        }
      />
      {error !== undefined && (
        <FormHelperText id={helpIdOf(inputId)} error role="alert" sx={{ mt: -1, ml: 8 }}>
          {error}
        </FormHelperText>
      )}
    </Box>
  );
};
