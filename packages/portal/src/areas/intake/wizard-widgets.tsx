import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { Templates, Widgets } from '@rjsf/mui';
import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils';
import { labelIdOf } from './wizard-templates.tsx';

const { BaseInputTemplate: PlainInput } = Templates;
const { CheckboxesWidget: PlainCheckboxes, RadioWidget: PlainRadio } = Widgets;

/** An input without a label: `FieldTemplate` renders it above. */
export const BaseInputTemplate = (props: WidgetProps) => {
  const { label: _label, ...input } = props;
  return PlainInput && <PlainInput {...input} label="" hideLabel fullWidth />;
};

export const CheckboxesWidget = (props: WidgetProps) => PlainCheckboxes && <PlainCheckboxes {...props} hideLabel />;
export const RadioWidget = (props: WidgetProps) => PlainRadio && <PlainRadio {...props} hideLabel />;

/** A select for one choice; checkboxes for several. */
export const SelectWidget = (props: WidgetProps) => {
  const value: unknown = props.value;
  const { id, required = false, disabled = false, readonly = false, multiple, rawErrors = [], options } = props;
  if (multiple) return <CheckboxesWidget {...props} />;
  const choices = options.enumOptions ?? [];
  const isKindSelector = /__(?:one|any)of_select$/.test(id);
  const chosen = choices.findIndex((choice) => choice.value === value);
  return (
    <TextField
      id={id}
      select
      fullWidth
      hiddenLabel
      value={chosen < 0 ? '' : String(chosen)}
      disabled={disabled || readonly}
      error={rawErrors.length > 0}
      onChange={(event) => props.onChange(choices[Number(event.target.value || -1)]?.value)}
      slotProps={{
        select: {
          ...(isKindSelector ? {} : { labelId: labelIdOf(id) }),
          SelectDisplayProps: {
            'aria-describedby': ariaDescribedByIds(id),
            'aria-invalid': rawErrors.length > 0,
            ...(isKindSelector && { 'aria-label': `Kind of ${props.label || 'answer'}` }),
          },
        },
      }}
    >
      {!required && <MenuItem value="">None</MenuItem>}
      {choices.map(({ label }, index) => (
        <MenuItem key={label} value={String(index)}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
};
