import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import { FieldFrame, helpIdOf, labelIdOf, type FieldProps } from '../../ui/fields/field-frame.tsx';
import { useField } from '../../ui/fields/use-field.ts';
import { operatingSystemNames, supportedSystems } from './operating-system-names.ts';

const sumOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Checkboxes for operating systems; the value is the sum of their numbers. */
export const OperatingSystemsInput = (props: FieldProps) => {
  const { field, error, inputId, isDisabled } = useField(props, (value) => operatingSystemNames(sumOf(value)));
  const { value, onChange, onBlur, ref } = field;
  const sum = sumOf(value);
  const { name: _name, disabled: _disabled, ...frame } = props;
  return (
    <FieldFrame inputId={inputId} error={error} {...frame}>
      <FormGroup
        role="group"
        id={inputId}
        aria-labelledby={labelIdOf(inputId)}
        aria-describedby={helpIdOf(inputId)}
        sx={{ flexDirection: 'row', columnGap: 4 }}
      >
        {supportedSystems.map(([name, number], index) => (
          <FormControlLabel
            key={name}
            label={name}
            disabled={isDisabled}
            slotProps={{ typography: { variant: 'body2' } }}
            control={
              <Checkbox
                size="small"
                checked={(sum & number) !== 0}
                onChange={() => onChange(sum ^ number)}
                onBlur={onBlur}
                {...(index === 0 ? { slotProps: { input: { ref } } } : {})}
              />
            }
          />
        ))}
      </FormGroup>
    </FieldFrame>
  );
};
