import type { XmlElement } from '@rgrove/parse-xml';
import { attributeOf, elementsIn, placeOf, withDescendants } from './csdl-elements.ts';
import { type CsdlModel, memberOf, targetOf } from './csdl-model.ts';

/** The shape of a value: a constant, a collection, or a record of shapes. */
type Shape = 'String' | 'Bool' | 'Int' | 'Strings' | 'PropertyPaths' | { readonly [member: string]: Shape };

/** A term of a vocabulary: the element to which it applies (any if that is absent), and the shape of its value. */
interface Term {
  readonly at?: 'EntitySet' | 'EntityContainer';
  readonly shape: Shape;
}

/** The terms of the standard's vocabularies that the portal's model uses. */
const terms: ReadonlyMap<string, Term> = new Map(
  Object.entries({
    'Org.OData.Core.V1.Description': { shape: 'String' },
    'Org.OData.Core.V1.LongDescription': { shape: 'String' },
    'Org.OData.Capabilities.V1.FilterRestrictions': {
      at: 'EntitySet',
      shape: { Filterable: 'Bool', NonFilterableProperties: 'PropertyPaths' },
    },
    'Org.OData.Capabilities.V1.SortRestrictions': {
      at: 'EntitySet',
      shape: { Sortable: 'Bool', NonSortableProperties: 'PropertyPaths' },
    },
    'Org.OData.Capabilities.V1.SearchRestrictions': { at: 'EntitySet', shape: { Searchable: 'Bool' } },
    'Org.OData.Capabilities.V1.CountRestrictions': { at: 'EntitySet', shape: { Countable: 'Bool' } },
    'Org.OData.Capabilities.V1.ExpandRestrictions': {
      at: 'EntitySet',
      shape: { Expandable: 'Bool', MaxLevels: 'Int' },
    },
    'Org.OData.Capabilities.V1.ReadRestrictions': {
      at: 'EntitySet',
      shape: { Readable: 'Bool', ReadByKeyRestrictions: { Readable: 'Bool' } },
    },
    'Org.OData.Capabilities.V1.IndexableByKey': { at: 'EntitySet', shape: 'Bool' },
    'Org.OData.Capabilities.V1.TopSupported': { at: 'EntitySet', shape: 'Bool' },
    'Org.OData.Capabilities.V1.SkipSupported': { at: 'EntitySet', shape: 'Bool' },
    'Org.OData.Capabilities.V1.InsertRestrictions': { at: 'EntitySet', shape: { Insertable: 'Bool' } },
    'Org.OData.Capabilities.V1.UpdateRestrictions': { at: 'EntitySet', shape: { Updatable: 'Bool' } },
    'Org.OData.Capabilities.V1.DeleteRestrictions': { at: 'EntitySet', shape: { Deletable: 'Bool' } },
    'Org.OData.Capabilities.V1.SupportedFormats': { at: 'EntityContainer', shape: 'Strings' },
    'Org.OData.Capabilities.V1.KeyAsSegmentSupported': { at: 'EntityContainer', shape: 'Bool' },
    'Org.OData.Capabilities.V1.QuerySegmentSupported': { at: 'EntityContainer', shape: 'Bool' },
    'Org.OData.Capabilities.V1.AsynchronousRequestsSupported': { at: 'EntityContainer', shape: 'Bool' },
    'Org.OData.Capabilities.V1.BatchSupport': { at: 'EntityContainer', shape: { Supported: 'Bool' } },
    'Org.OData.Capabilities.V1.FilterFunctions': { at: 'EntityContainer', shape: 'Strings' },
  } satisfies Readonly<Record<string, Term>>),
);

const itemOf = { Strings: 'String', PropertyPaths: 'PropertyPath' } as const;

/** The form of a value: `@Bool`, `Record`, `Collection String`; several forms if it is given more than once. */
const formsOf = (holder: XmlElement): readonly string[] => [
  ...['String', 'Bool', 'Int'].filter((each) => holder.attributes[each] !== undefined).map((each) => `@${each}`),
  ...elementsIn(holder).flatMap((value) =>
    value.name === 'Record' ? ['Record'] : [...new Set(['Collection', ...elementsIn(value).map(({ name }) => name)])],
  ),
];

const expectedForms = (shape: Shape): readonly string[] => {
  if (typeof shape === 'object') return ['Record'];
  return shape === 'Strings' || shape === 'PropertyPaths' ? ['Collection', itemOf[shape]] : [`@${shape}`];
};

const valueFaults = (holder: XmlElement, shape: Shape): readonly string[] => {
  const forms = formsOf(holder);
  const expected = expectedForms(shape);
  const fits = forms.join() === expected.join() || (expected.length > 1 && forms.join() === 'Collection');
  if (!fits) return [`${placeOf(holder)}: the value is ${expected.join(' of ')}, not ${forms.join(' ') || 'absent'}`];
  if (typeof shape !== 'object') return [];
  return elementsIn(holder, 'Record')
    .flatMap((record) => elementsIn(record))
    .flatMap((member) => {
      const inner = new Map(Object.entries(shape)).get(attributeOf(member, 'Property'));
      return inner === undefined ? [`${placeOf(member)}: the term has no such member`] : valueFaults(member, inner);
    });
};

/** Whether a path through navigation properties ends at a property. */
const leadsToProperty = (path: string, type: XmlElement | undefined, types: CsdlModel['entityTypes']): boolean => {
  const [first = '', ...rest] = path.split('/');
  if (rest.length === 0) return memberOf(type, 'Property', first) !== undefined;
  const navigation = memberOf(type, 'NavigationProperty', first);
  return navigation !== undefined && leadsToProperty(rest.join('/'), types.get(targetOf(navigation)), types);
};

const pathFaults = (annotation: XmlElement, target: XmlElement, { entityTypes }: CsdlModel): readonly string[] => {
  const type = entityTypes.get(attributeOf(target, 'EntityType'));
  return withDescendants(annotation)
    .filter(({ name, text }) => name === 'PropertyPath' && !leadsToProperty(text, type, entityTypes))
    .map(({ text }) => `${placeOf(annotation)}: no property ${text}`);
};

/**
 * Returns the faults of the annotations of a document that conforms to the grammar: terms of no included vocabulary,
 * terms on elements to which they do not apply, values of another shape, paths to properties that the set's type does
 * not have. Empty if there are none.
 */
export const annotationFaults = (root: XmlElement, model: CsdlModel): readonly string[] =>
  withDescendants(root).flatMap((target) =>
    elementsIn(target, 'Annotation').flatMap((annotation) => {
      const [, alias = '', name = ''] = /^(.*)\.(.*)$/.exec(attributeOf(annotation, 'Term')) ?? [];
      const term = terms.get(`${model.vocabularies.get(alias) ?? ''}.${name}`);
      if (term === undefined) return [`${placeOf(annotation)}: no such term`];
      if (term.at !== undefined && term.at !== target.name)
        return [`${placeOf(annotation)}: the term applies to ${term.at}`];
      return [...valueFaults(annotation, term.shape), ...pathFaults(annotation, target, model)];
    }),
  );
