import type { Edge, EntityDeclaration, Property } from './entity.ts';

export interface NamedProperty {
  readonly name: string;
  readonly property: Property;
}

export interface NamedEdge {
  readonly name: string;
  readonly edge: Edge;
}

/** A declaration prepared for lookups: names in any case of their letters, in maps alone. */
export interface EntityModel {
  readonly declaration: EntityDeclaration;
  readonly properties: ReadonlyMap<string, NamedProperty>;
  readonly edges: ReadonlyMap<string, NamedEdge>;
  /** The properties that sort by indexes. */
  readonly indexed: readonly Property[];
  /** Whether a table behind it or behind its edges has rows of the System tenant. */
  readonly readsShared: boolean;
  /** Whether `$search` has something to look into. */
  readonly searchable: boolean;
}

const models = new WeakMap<EntityDeclaration, EntityModel>();

const reachesShared = (declaration: EntityDeclaration, depth = 3): boolean =>
  declaration.shared === true ||
  (depth > 0 && Object.values(declaration.edges).some((edge) => reachesShared(edge.entity(), depth - 1)));

/** The model of a declaration, made once. */
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
