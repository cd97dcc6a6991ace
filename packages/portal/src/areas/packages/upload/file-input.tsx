import UploadFileIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { FieldFrame, helpIdOf, labelIdOf, type FieldProps } from '../../../ui/fields/field-frame.tsx';
import { useField } from '../../../ui/fields/use-field.ts';
import { visuallyHidden } from '../../../ui/text/visually-hidden.ts';
import { fileSize } from '../file-size.ts';

const nameOf = (value: unknown): string => (value instanceof File ? value.name : '');

/** An input for a local file. */
export const FileInput = ({ accept, ...props }: FieldProps & { readonly accept: string }) => {
  const { field, error, inputId, isDisabled } = useField(props, nameOf);
  const chooser = useRef<HTMLInputElement>(null);
  const { name: _name, disabled: _disabled, ...frame } = props;
  const { value, onChange, onBlur, ref } = field;
  return (
    <FieldFrame inputId={inputId} error={error} {...frame}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0 }}>
        <Button
          id={inputId}
          ref={ref}
          variant="outlined"
          startIcon={<UploadFileIcon />}
          disabled={isDisabled}
          aria-invalid={error !== undefined}
          aria-labelledby={`${labelIdOf(inputId)} ${inputId}`}
          aria-describedby={helpIdOf(inputId)}
          onClick={() => chooser.current?.click()}
          onBlur={onBlur}
          sx={{ flexShrink: 0 }}
        >
          Choose file
        </Button>
        <Typography variant="body2" color="textSecondary" noWrap>
          {value instanceof File ? `${value.name}, ${fileSize(value.size)}` : 'No file chosen'}
        </Typography>
        <input
          ref={chooser}
          type="file"
          accept={accept}
          tabIndex={-1}
          aria-hidden
          data-testid={`${props.name}-chooser`}
          style={visuallyHidden}
          onChange={({ target }) => {
            onChange(target.files?.[0]);
            target.value = '';
          }}
        />
      </Box>
    </FieldFrame>
  );
};
