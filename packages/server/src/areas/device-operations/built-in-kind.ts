import { coreOperations, type CoreOperationKind } from '@cfs/contracts/core-operations';

const kinds: ReadonlyMap<string, CoreOperationKind> = new Map(
  coreOperations.map(({ operationId, kind }) => [operationId, kind]),
);

/** Ids of the operations that every agent has built in. */
export const builtInOperationIds: readonly string[] = [...kinds.keys()];

/** The kind of a built-in operation; `undefined` for an operation of an installed package. */
export const builtInKind = (operationId: string): CoreOperationKind | undefined => kinds.get(operationId);
