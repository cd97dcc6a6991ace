import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** Props of every form field. */
export interface FieldProps {
  /** The field's name in the form. */
  readonly name: string;
  readonly label: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly help?: string;
  /** Spans both columns of a form. */
  readonly wide?: boolean;
}

interface FieldFrameProps extends Omit<FieldProps, 'name' | 'disabled'> {
  readonly inputId: string;
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

export const labelIdOf = (inputId: string): string => `${inputId}-label`;
export const helpIdOf = (inputId: string): string => `${inputId}-help`;

/** A line below an input that interprets its value; not part of `aria-describedby`. */
export const FieldNote = ({ children }: { readonly children: ReactNode }) => (
  <Typography variant="caption" color="textSecondary" component="p">
    {children}
  </Typography>
);

/** Label, input, and the error or the help text. */
export const FieldFrame = ({
  inputId,
  label,
  required = false,
  error,
  help,
  wide = false,
  children,
}: FieldFrameProps) => (
  <Box sx={{ gridColumn: wide ? '1 / -1' : undefined, minWidth: 0 }}>
    <FormLabel
      htmlFor={inputId}
      id={labelIdOf(inputId)}
      required={required}
      error={error !== undefined}
      sx={{ display: 'block', mb: 1, fontSize: 13 }}
    >
      {label}
    </FormLabel>
    {children}
    {(error ?? help) && (
      <FormHelperText
        id={helpIdOf(inputId)}
        error={error !== undefined}
        role={error ? 'alert' : undefined}
        sx={{ mx: 0 }}
      >
        {error ?? help}
      </FormHelperText>
    )}
  </Box>
);
