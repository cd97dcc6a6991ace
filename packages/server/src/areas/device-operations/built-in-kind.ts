import { coreOperations, type CoreOperationKind } from '@cfs/contracts/core-operations';

const kinds: ReadonlyMap<string, CoreOperationKind> = new Map(
  coreOperations.map(({ operationId, kind }) => [operationId, kind]),
);

/** The kind of an operation that every agent has built in; `undefined` for one of a package that is installed. */
export const builtInKind = (operationId: string): CoreOperationKind | undefined => kinds.get(operationId);
