import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { useId } from 'react';

/** A read-only value in a form. */
export const FixedValue = ({ label, value }: { readonly label: string; readonly value: string }) => {
  const inputId = useId();
  return (
    <div>
      <FormLabel htmlFor={inputId} sx={{ display: 'block', mb: 1, fontSize: 13 }}>
        {label}
      </FormLabel>
      <TextField id={inputId} value={value} hiddenLabel fullWidth disabled />
    </div>
  );
};
