import type { XmlElement } from '@rgrove/parse-xml';
import { attributeOf, elementsIn, identityOf, placeOf, withDescendants } from './csdl-elements.ts';
import { type CsdlModel, memberOf, targetOf } from './csdl-model.ts';

/** The primitive types, each with its allowed facets and whether a key may have it. */
const primitives: ReadonlyMap<string, { readonly facets: readonly string[]; readonly key: boolean }> = new Map([
  ['Edm.Boolean', { facets: [], key: true }],
  ['Edm.DateTimeOffset', { facets: ['Precision'], key: true }],
  ['Edm.Decimal', { facets: ['Precision', 'Scale'], key: true }],
  ['Edm.Double', { facets: [], key: false }],
  ['Edm.Guid', { facets: [], key: true }],
  ['Edm.Int32', { facets: [], key: true }],
  ['Edm.Int64', { facets: [], key: true }],
  ['Edm.String', { facets: [], key: true }],
]);

/** Returns the faults of an element of one kind, within its parent. */
type Check = (element: XmlElement, parent: XmlElement, model: CsdlModel) => readonly string[];

const propertyFaults: Check = (property, _type, { enumTypes }) => {
  const type = attributeOf(property, 'Type');
  const primitive = primitives.get(type);
  if (primitive === undefined && !enumTypes.has(type)) return [`no type ${type}`];
  return ['Precision', 'Scale']
    .filter((facet) => property.attributes[facet] !== undefined && primitive?.facets.includes(facet) !== true)
    .map((facet) => `${type} takes no ${facet}`);
};

const navigationFaults: Check = (navigation, type, { entityTypes }) => {
  const target = entityTypes.get(targetOf(navigation));
  if (target === undefined) return [`no entity type ${targetOf(navigation)}`];
  const partner = navigation.attributes['Partner'];
  if (partner === undefined) return [];
  const back = memberOf(target, 'NavigationProperty', partner);
  return back !== undefined && entityTypes.get(targetOf(back)) === type ? [] : [`no partner ${partner}`];
};

const keyFaults: Check = (key, type) =>
  elementsIn(key).flatMap((reference) => {
    const name = attributeOf(reference, 'Name');
    const property = memberOf(type, 'Property', name);
    if (property === undefined) return [`no property ${name}`];
    return [
      ...(attributeOf(property, 'Nullable') === 'false' ? [] : [`${name} may be null`]),
      ...(primitives.get(attributeOf(property, 'Type'))?.key === false ? [`${name} is of no type for keys`] : []),
    ];
  });

const setFaults: Check = (set, _container, { entityTypes }) =>
  entityTypes.has(attributeOf(set, 'EntityType')) ? [] : [`no entity type ${attributeOf(set, 'EntityType')}`];

const bindingFaults: Check = (binding, set, { entityTypes, sets }) => {
  const type = entityTypes.get(attributeOf(set, 'EntityType'));
  const navigation = memberOf(type, 'NavigationProperty', attributeOf(binding, 'Path'));
  if (navigation === undefined) return ['no such navigation property'];
  const target = sets.get(attributeOf(binding, 'Target'));
  if (target === undefined) return [`no set ${attributeOf(binding, 'Target')}`];
  return attributeOf(target, 'EntityType') === targetOf(navigation) ? [] : ['the set is of another type'];
};

const checks: ReadonlyMap<string, Check> = new Map([
  ['Property', propertyFaults],
  ['NavigationProperty', navigationFaults],
  ['Key', keyFaults],
  ['EntitySet', setFaults],
  ['NavigationPropertyBinding', bindingFaults],
]);

const repeated = (elements: readonly XmlElement[]): readonly string[] => {
  const identities = elements.map(identityOf);
  return elements
    .filter((element, index) => identityOf(element) !== undefined && identities.indexOf(identityOf(element)) < index)
    .map((element) => `${placeOf(element)}: the name is taken`);
};

/**
 * Returns the names that a document that conforms to the grammar references but does not declare, or declares twice:
 * types, keys, partners, bindings. Empty if every name leads to one declaration of the right kind.
 */
export const referenceFaults = (root: XmlElement, model: CsdlModel): readonly string[] => {
  const all = withDescendants(root);
  return [
    ...repeated(all.filter(({ name }) => name === 'edmx:Include')),
    ...all.flatMap((parent) => [
      ...repeated(elementsIn(parent)),
      ...elementsIn(parent).flatMap((element) =>
        (checks.get(element.name)?.(element, parent, model) ?? []).map((fault) => `${placeOf(element)}: ${fault}`),
      ),
    ]),
  ];
};
