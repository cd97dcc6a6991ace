import type { XmlElement } from '@rgrove/parse-xml';
import { attributeOf, elementsIn, withDescendants } from './csdl-elements.ts';

/** The declarations of a CSDL document, by the names with which they are referenced. */
export interface CsdlModel {
  /** `CFS.Person` → its element. */
  readonly entityTypes: ReadonlyMap<string, XmlElement>;
  readonly enumTypes: ReadonlySet<string>;
  /** `people` → its element. */
  readonly sets: ReadonlyMap<string, XmlElement>;
  /** `Core` → `Org.OData.Core.V1`. */
  readonly vocabularies: ReadonlyMap<string, string>;
}

/** Reads the declarations of a document that conforms to the grammar. */
export const csdlModel = (root: XmlElement): CsdlModel => {
  const all = withDescendants(root);
  const named = (element: string): readonly XmlElement[] => all.filter(({ name }) => name === element);
  const namespace = named('Schema').map((schema) => attributeOf(schema, 'Namespace'))[0] ?? '';
  const qualified = (type: XmlElement): string => `${namespace}.${attributeOf(type, 'Name')}`;
  return {
    entityTypes: new Map(named('EntityType').map((type) => [qualified(type), type])),
    enumTypes: new Set(named('EnumType').map(qualified)),
    sets: new Map(named('EntitySet').map((set) => [attributeOf(set, 'Name'), set])),
    vocabularies: new Map(
      named('edmx:Include').map((each) => [attributeOf(each, 'Alias'), attributeOf(each, 'Namespace')]),
    ),
  };
};

/** The target type of a navigation property, also of a collection. */
export const targetOf = (navigation: XmlElement): string =>
  attributeOf(navigation, 'Type').replace(/^Collection\((.*)\)$/, '$1');

/** Finds a member of an entity type by its name, only of the given kind. */
export const memberOf = (
  type: XmlElement | undefined,
  kind: 'Property' | 'NavigationProperty',
  name: string,
): XmlElement | undefined => type && elementsIn(type, kind).find((member) => attributeOf(member, 'Name') === name);
