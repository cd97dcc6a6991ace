import type { DeviceOperation, OperationParameter } from '@cfs/contracts/device-operations';
import { operationFrequencies } from '@cfs/contracts/operation-enumerations';
import type { ParameterDefinition } from '@cfs/contracts/packages';

export const deviceOperationSet = '/v1/deviceOperations';

/** A device with operations. */
export interface OperatedDevice {
  readonly deviceId: string;
  readonly tenantId: string;
  readonly name: string;
  readonly operatingSystemId: number;
}

/** The definition of an operation: its frequencies, parameters and default interval. */
export interface OperationFacts {
  readonly operationId: string;
  readonly name: string;
  readonly description: string | null;
  /** JSON text. */
  readonly frequencyDefinitions: string;
  /** JSON text. */
  readonly parameterDefinitions: string;
  readonly defaultInterval: string;
  readonly package: { readonly packageId: string; readonly name: string } | null;
}

/** A device operation with its operation and package expanded, as the list loads it. */
export interface DeviceOperationRow extends DeviceOperation {
  readonly operation?: OperationFacts | null;
}

/**
 * The definition of a row's operation in the package version that the device is to have; `undefined` if not expanded.
 */
export const factsOf = (row: DeviceOperationRow): OperationFacts | undefined =>
  row.operation
    ? {
        ...row.operation,
        frequencyDefinitions: row.frequencyDefinitions ?? row.operation.frequencyDefinitions,
        parameterDefinitions: row.parameterDefinitions ?? row.operation.parameterDefinitions,
      }
    : undefined;

export const operationExpand = 'operation($expand=package)';

/** Whether an on-demand operation is queued: it is not complete and has a completion token. */
export const isQueued = ({ frequencyTypeId, operationComplete, completionToken }: DeviceOperation): boolean =>
  frequencyTypeId === operationFrequencies.OnDemand && !operationComplete && completionToken !== null;

export const frequenciesOf = ({ frequencyDefinitions }: OperationFacts): readonly number[] =>
  JSON.parse(frequencyDefinitions) as number[];
export const definitionsOf = ({ parameterDefinitions }: OperationFacts): readonly ParameterDefinition[] =>
  JSON.parse(parameterDefinitions) as ParameterDefinition[];
export const parametersOf = ({ parameters }: DeviceOperation): readonly OperationParameter[] =>
  JSON.parse(parameters) as OperationParameter[];
