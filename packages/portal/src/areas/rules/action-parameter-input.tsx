import { blockColors } from '@cfs/contracts/block-enumerations';
import { severities } from '@cfs/contracts/work-unit-enumerations';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';

const choices: Readonly<Record<string, readonly { value: string; label: string }[]>> = {
  Color: Object.entries(blockColors).map(([label, value]) => ({ value, label })),
  SeverityId: Object.entries(severities).map(([label, id]) => ({ value: String(id), label })),
};

interface ActionParameterInputProps {
  readonly name: string;
  readonly parameter: string;
}

/** One parameter of an action: a choice where the values are known, else a text that may hold placeholders. */
export const ActionParameterInput = ({ name, parameter }: ActionParameterInputProps) => {
  const options = choices[parameter];
  return options ? (
    <SelectInput name={name} label={parameter} options={options} />
  ) : (
    <TextInput name={name} label={parameter} />
  );
};
