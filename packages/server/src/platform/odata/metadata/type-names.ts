import type { EntityDeclaration } from '../entity.ts';

/** Namespace of the types in `$metadata`. */
export const odataNamespace = 'CFS';

/** The name of an enumeration property's type, within the namespace. */
export const enumName = ({ name }: EntityDeclaration, property: string): string =>
  `${name}${property.charAt(0).toUpperCase()}${property.slice(1)}`;
