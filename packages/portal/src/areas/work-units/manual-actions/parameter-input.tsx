import { emailTemplates } from '@cfs/contracts/email-templates';
import { SelectInput } from '../../../ui/fields/select-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { ActionParameterInput } from '../../rules/action-parameter-input.tsx';

const templates = emailTemplates.map((name) => ({ value: name, label: name }));
const yesOrNo = [
  { value: 'false', label: 'No' },
  { value: 'true', label: 'Yes' },
];

interface ParameterInputProps {
  readonly name: string;
  readonly parameter: string;
}

/** One parameter that a person gives to a manual action: a choice where the values are known, else a text. */
export const ParameterInput = ({ name, parameter }: ParameterInputProps) => {
  if (parameter === 'Template') return <SelectInput name={name} label={parameter} options={templates} />;
  if (parameter === 'IsImportant') return <SelectInput name={name} label={parameter} options={yesOrNo} />;
  if (parameter === 'Body') return <TextInput name={name} label={parameter} rows={4} wide />;
  return <ActionParameterInput name={name} parameter={parameter} />;
};
