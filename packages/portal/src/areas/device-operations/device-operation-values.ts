import { deviceOperationForm, type DeviceOperation, type DeviceOperationForm } from '@cfs/contracts/device-operations';
import { defaultOperationInterval } from '@cfs/contracts/device-operation-texts';
import { operationFrequencies } from '@cfs/contracts/operation-enumerations';
import type { ParameterDefinition } from '@cfs/contracts/packages';
import { definitionsOf, frequenciesOf, parametersOf, type OperationFacts } from './device-operation-row.ts';

/** The form value of a parameter: the stored one, or an empty value with the source of the definition. */
const parameterValue = (
  { Name, Source }: ParameterDefinition,
  stored: DeviceOperationForm['parameters'][number] | undefined,
) => stored ?? { Name, Source, Value: '', SecuredValues: [] };

/** The form values of a stored device operation. */
export const valuesOf = (
  row: DeviceOperation,
  operation: OperationFacts,
): DeviceOperationForm & { modified?: string } => {
  const stored = parametersOf(row);
  return {
    label: row.label,
    referenceId: row.referenceId,
    globalSettingId: row.globalSettingId,
    enabled: row.enabled,
    frequencyTypeId: row.frequencyTypeId as DeviceOperationForm['frequencyTypeId'],
    interval: row.interval,
    isInteractive: row.isInteractive,
    timeoutSeconds: row.timeoutSeconds,
    memoryLimitMebibytes: row.memoryLimitMebibytes,
    parameters: definitionsOf(operation).map((definition) =>
      parameterValue(
        definition,
        stored.find(({ Name }) => Name === definition.Name),
      ),
    ),
    modified: row.modified,
  };
};

/** The form values of a new device operation: the operation's name, first frequency and default interval. */
export const blankValues = (operation: OperationFacts): DeviceOperationForm => ({
  label: operation.name,
  referenceId: null,
  globalSettingId: null,
  enabled: true,
  frequencyTypeId: (frequenciesOf(operation)[0] ??
    operationFrequencies.Recurring) as DeviceOperationForm['frequencyTypeId'],
  interval: operation.defaultInterval === '' ? defaultOperationInterval : operation.defaultInterval,
  isInteractive: false,
  timeoutSeconds: null,
  memoryLimitMebibytes: null,
  parameters: definitionsOf(operation).map((definition) => parameterValue(definition, undefined)),
});

/** The schema of the form: the schema of the contract, extended by the parameters that the operation requires. */
export const operationForm = (operation: OperationFacts) => {
  const definitions = definitionsOf(operation);
  return deviceOperationForm
    .extend({ modified: deviceOperationForm.shape.label.optional() })
    .superRefine(({ parameters }, check) => {
      for (const [index, { Name, Value }] of parameters.entries()) {
        const definition = definitions.find((each) => each.Name === Name);
        const isMissing = definition?.Required && (Value ?? '') === '' && (definition.DefaultValue ?? '') === '';
        if (isMissing)
          check.addIssue({ code: 'custom', path: ['parameters', index, 'Value'], message: `${Name} is required.` });
      }
    });
};
