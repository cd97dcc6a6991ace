import Typography from '@mui/material/Typography';
import { operationFrequencies, runLimits } from '@cfs/contracts/operation-enumerations';
import { deviceOperationLimits } from '@cfs/contracts/device-operation-texts';
import { enumName } from '../../lib/texts/enumerations.ts';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { FixedValue } from '../../ui/fields/fixed-value.tsx';
import { NumberInput } from '../../ui/fields/number-input.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { SwitchInput } from '../../ui/fields/switch-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { TimeSpanInput } from '../../ui/fields/time-span-input.tsx';
import { definitionsOf, frequenciesOf, type OperationFacts } from './device-operation-row.ts';
import { ParameterInputs } from './parameter-inputs.tsx';
import { inWords } from '../../lib/texts/in-words.ts';

/** The fields of a device operation: its schedule and limits, and a group for each parameter of its operation. */
export const DeviceOperationInputs = ({ operation }: { readonly operation: OperationFacts }) => {
  const definitions = definitionsOf(operation);
  return (
    <>
      <FieldGrid>
        <FixedValue label="Operation" value={operation.name} />
        <FixedValue label="Package" value={operation.package?.name ?? ''} />
        <TextInput name="label" label="Label" required limit={deviceOperationLimits.labelLength} />
        <SelectInput
          name="frequencyTypeId"
          label="Frequency"
          required
          options={frequenciesOf(operation).map((value) => ({
            value,
            label: inWords(enumName(operationFrequencies, value)),
          }))}
        />
        <TimeSpanInput name="interval" label="Interval" required help="At least 30 seconds" />
        <TextInput name="referenceId" label="Reference" />
        <TextInput name="globalSettingId" label="Global Setting" />
        <NumberInput
          name="timeoutSeconds"
          label="Time Limit"
          unit="s"
          min={1}
          max={runLimits.maxTimeoutSeconds}
          help="Empty for the limit of the operation"
        />
        <NumberInput
          name="memoryLimitMebibytes"
          label="Memory Limit"
          unit="MiB"
          min={runLimits.minMemoryMebibytes}
          max={runLimits.maxMemoryMebibytes}
          help="Empty for the limit of the operation"
        />
        <SwitchInput name="enabled" label="Enabled" />
        <SwitchInput name="isInteractive" label="Interactive" />
      </FieldGrid>
      {definitions.length > 0 && (
        <Typography variant="h3" sx={{ mt: 6, mb: 2 }}>
          Parameters
        </Typography>
      )}
      {definitions.map((definition, index) => (
        <ParameterInputs key={definition.Name} definition={definition} path={`parameters.${index}`} />
      ))}
    </>
  );
};
