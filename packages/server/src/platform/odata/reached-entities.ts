import type { EntityDeclaration } from './entity.ts';

/** The sets' entities and every entity that their edges lead to. */
export const reachedEntities = (entities: readonly EntityDeclaration[]): EntityDeclaration[] => {
  const reached = new Set(entities);
  for (const entity of reached) for (const edge of Object.values(entity.edges)) reached.add(edge.entity());
  return [...reached];
};
