import { builtInActions } from '@cfs/contracts/action-enumerations';
import { blockColors } from '@cfs/contracts/block-enumerations';
import { emailTemplates } from '@cfs/contracts/email-templates';
import { severities } from '@cfs/contracts/work-unit-enumerations';
import type { FieldProps } from '../../ui/fields/field-frame.tsx';
import { SelectInput, type Option } from '../../ui/fields/select-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { PlaceholderInput } from './placeholder-input.tsx';
import { inWords } from '../../lib/texts/in-words.ts';

interface ParameterInputProps extends Omit<FieldProps, 'label' | 'wide'> {
  readonly actionDefinitionId: string;
  readonly parameter: string;
  /** The placeholders that the value may contain; none by default. */
  readonly placeholders?: readonly string[];
}

/** The values of the parameters of built-in actions that have a fixed set of values, by action. */
const choices: Readonly<Record<string, Readonly<Record<string, readonly Option[]>>>> = {
  [builtInActions.setColor]: { Color: Object.entries(blockColors).map(([label, value]) => ({ value, label })) },
  [builtInActions.createWorkUnit]: {
    SeverityId: Object.entries(severities).map(([label, id]) => ({ value: String(id), label })),
  },
  [builtInActions.sendEmail]: {
    Template: emailTemplates.map((name) => ({ value: name, label: inWords(name) })),
    IsImportant: [
      { value: 'false', label: 'No' },
      { value: 'true', label: 'Yes' },
    ],
  },
};

/** The number of rows for parameters of Send Email that are long texts. */
const textRows: Readonly<Record<string, number>> = { Body: 4, ExtraParameters: 2 };

/** The input of one parameter of an action: a select if its values are fixed, otherwise a text box. */
export const ParameterInput = ({ actionDefinitionId, parameter, placeholders, ...field }: ParameterInputProps) => {
  const options = choices[actionDefinitionId]?.[parameter];
  if (options)
    return <SelectInput {...field} label={parameter} options={options} emptyLabel="Default" allowsUnlisted />;
  const rows = actionDefinitionId === builtInActions.sendEmail ? textRows[parameter] : undefined;
  const text = { ...field, label: parameter, ...(rows ? { rows, wide: true } : {}) };
  return placeholders ? <PlaceholderInput {...text} placeholders={placeholders} /> : <TextInput {...text} />;
};
