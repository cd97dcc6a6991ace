import type { Edge, EntityDeclaration, Property } from './entity.ts';

export interface NamedProperty {
  readonly name: string;
  readonly property: Property;
}

export interface NamedEdge {
  readonly name: string;
  readonly edge: Edge;
}

/** A declaration prepared for case-insensitive lookups of names. */
export interface EntityModel {
  readonly declaration: EntityDeclaration;
  readonly properties: ReadonlyMap<string, NamedProperty>;
  readonly edges: ReadonlyMap<string, NamedEdge>;
  /** The properties whose sorting is supported by indexes. */
  readonly indexed: readonly Property[];
  /** Whether the entity's table or a table behind its edges contains rows of the System tenant. */
  readonly readsShared: boolean;
  /** Whether `$search` is supported. */
  readonly searchable: boolean;
}

const models = new WeakMap<EntityDeclaration, EntityModel>();

const reachesShared = (declaration: EntityDeclaration, depth = 3): boolean =>
  declaration.shared === true ||
  (depth > 0 && Object.values(declaration.edges).some((edge) => reachesShared(edge.entity(), depth - 1)));

/** The model of a declaration, cached. */
export const modelOf = (declaration: EntityDeclaration): EntityModel => {
  const known = models.get(declaration);
  if (known) return known;
  const properties = Object.entries(declaration.properties);
  const model: EntityModel = {
    declaration,
    properties: new Map(properties.map(([name, property]) => [name.toLowerCase(), { name, property }])),
    edges: new Map(Object.entries(declaration.edges).map(([name, edge]) => [name.toLowerCase(), { name, edge }])),
    indexed: Object.values(declaration.properties).filter(({ sort }) => typeof sort === 'object'),
    readsShared: reachesShared(declaration),
    searchable: declaration.searched !== undefined || properties.some(([, property]) => property.search === true),
  };
  models.set(declaration, model);
  return model;
};
