import type { EntityDeclaration } from '../entity.ts';

/** The entities of the sets and all entities reachable by their edges. */
export const reachedEntities = (entities: readonly EntityDeclaration[]): EntityDeclaration[] => {
  const reached = new Set(entities);
  for (const entity of reached) for (const edge of Object.values(entity.edges)) reached.add(edge.entity());
  return [...reached];
};
