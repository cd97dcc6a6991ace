import { coreOperations, type CoreOperationKind } from '@cfs/contracts/core-operations';

const kinds: ReadonlyMap<string, CoreOperationKind> = new Map(
  coreOperations.map(({ operationId, kind }) => [operationId, kind]),
);

/** Ids of the operations that every agent has built in. */
export const builtInOperationIds: readonly string[] = [...kinds.keys()];

/** The kind of an operation that every agent has built in; `undefined` for one of a package that is installed. */
export const builtInKind = (operationId: string): CoreOperationKind | undefined => kinds.get(operationId);
