import { coreOperations, corePackageName } from '@cfs/contracts/core-operations';
import { nameOf } from '@cfs/contracts/name-of';
import { operationFrequencies, operationResultTypes, runLimits } from '@cfs/contracts/operation-enumerations';
import type { StatedManifest, StatedOperation } from '../bundles/sync-operations.ts';

/** Must be raised with every change of the operations, because the content of a version never changes. */
const coreVersion = '1.0.0';

const operations = coreOperations.map((operation): StatedOperation => ({
  operationId: operation.operationId,
  name: operation.name,
  description: operation.description,
  operationType: operation.operationType,
  resultType: nameOf(operationResultTypes, operation.resultType),
  frequencies: operation.frequencies.map((frequency) => nameOf(operationFrequencies, frequency)),
  defaultInterval: operation.defaultInterval,
  parameters: operation.parameters.map((parameter) => ({ ...parameter, Source: 'PortalEntry' as const })),
  arguments: [],
  timeoutSeconds: runLimits.defaultTimeoutSeconds,
  memoryLimitMebibytes: runLimits.defaultMemoryMebibytes,
}));

/** The manifest of the Core package: the operations that every agent has built in, without files. */
export const coreManifest: Omit<StatedManifest, 'files'> = {
  name: corePackageName,
  version: coreVersion,
  type: 'AgentLogic',
  description: 'The operations that every agent has built in.',
  operatingSystems: ['WinX64', 'OsxX64', 'LinuxX64'],
  parameters: [],
  operations,
};
