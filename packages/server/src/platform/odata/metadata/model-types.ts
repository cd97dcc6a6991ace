import type { Edge, EntityDeclaration, Property } from '../entity.ts';

/** A type of the model: an entity as exposed by its set or by an edge. */
export interface ModelType {
  readonly name: string;
  /** The entity that declares the properties. */
  readonly entity: EntityDeclaration;
  readonly properties: readonly (readonly [name: string, property: Property])[];
  readonly edges: readonly (readonly [name: string, edge: Edge])[];
}

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The row type of an entity's own set. */
export const ownType = (entity: EntityDeclaration): ModelType => ({
  name: entity.name,
  entity,
  properties: Object.entries(entity.properties),
  edges: Object.entries(entity.edges),
});

/**
 * The row type of the target of an edge, limited to what the edge exposes: the target's own type if that is everything,
 * `TenantReference` if it is the key and the name, otherwise a type named after the edge.
 */
export const edgeTargetType = (from: EntityDeclaration, name: string, edge: Edge): ModelType => {
  const entity = edge.entity();
  const own = ownType(entity);
  const exposed = new Set(edge.exposes);
  const properties = own.properties.filter(([each]) => exposed.has(each));
  const edges = own.edges.filter(([each]) => exposed.has(each));
  if (properties.length + edges.length === own.properties.length + own.edges.length) return own;
  const isReference = edges.length === 0 && properties.every(([each]) => each === entity.key || each === 'name');
  return {
    name: isReference ? `${entity.name}Reference` : from.name + capitalised(name),
    entity,
    properties,
    edges,
  };
};

/** The types of the sets and of all entities reachable by their edges, without duplicates. */
export const modelTypes = (entities: readonly EntityDeclaration[]): readonly ModelType[] => {
  const types = new Map(entities.map((entity) => [entity.name, ownType(entity)]));
  for (const type of types.values())
    for (const [name, edge] of type.edges) {
      const target = edgeTargetType(type.entity, name, edge);
      if (!types.has(target.name)) types.set(target.name, target);
    }
  return [...types.values()];
};
