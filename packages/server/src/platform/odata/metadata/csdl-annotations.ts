import type { EntityDeclaration, Property } from '../entity.ts';
import { modelOf } from '../entity-model.ts';
import { edgeTargetType, type ModelType } from './model-types.ts';
import { pageSize } from '../statements/list-statement.ts';

const vocabularies = { Core: 'Org.OData.Core.V1', Capabilities: 'Org.OData.Capabilities.V1' } as const;
type Term = `${keyof typeof vocabularies}.${string}`;

/** The vocabularies that define the annotation terms. */
export const vocabularyReferences = Object.entries(vocabularies).map(
  ([alias, namespace]) =>
    `<edmx:Reference Uri="https://oasis-tcs.github.io/odata-vocabularies/vocabularies/${namespace}.xml">` +
    `<edmx:Include Namespace="${namespace}" Alias="${alias}"/></edmx:Reference>`,
);

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);

const text = (term: Term, value: string): string => `<Annotation Term="${term}" String="${escaped(value)}"/>`;
const flag = (term: Term, value: boolean): string => `<Annotation Term="${term}" Bool="${value}"/>`;
const strings = (term: Term, values: readonly string[]): string =>
  `<Annotation Term="${term}"><Collection>${values
    .map((value) => `<String>${escaped(value)}</String>`)
    .join('')}</Collection></Annotation>`;

/** A value of a record: a boolean, a number, property paths, or a record. */
type Member = boolean | number | readonly string[] | Members;
interface Members {
  readonly [name: string]: Member;
}

const memberXml = ([name, value]: [string, Member]): string => {
  if (typeof value === 'boolean') return `<PropertyValue Property="${name}" Bool="${value}"/>`;
  if (typeof value === 'number') return `<PropertyValue Property="${name}" Int="${value}"/>`;
  if (!isPaths(value)) return `<PropertyValue Property="${name}">${recordXml(value)}</PropertyValue>`;
  const paths = value.map((path) => `<PropertyPath>${path}</PropertyPath>`).join('');
  return `<PropertyValue Property="${name}"><Collection>${paths}</Collection></PropertyValue>`;
};

const isPaths = (value: readonly string[] | Members): value is readonly string[] => Array.isArray(value);

const recordXml = (members: Members): string => `<Record>${Object.entries(members).map(memberXml).join('')}</Record>`;

const record = (term: Term, members: Members): string =>
  `<Annotation Term="${term}">${recordXml(members)}</Annotation>`;

/** The description of a type or a property, if it has one. */
export const described = (description: string | undefined): string[] =>
  description === undefined ? [] : [text('Core.Description', description)];

/** Paths to the restricted properties: those of the set and those that its edges expose. */
const pathsWhere = (entity: EntityDeclaration, refused: (property: Property) => boolean): string[] => {
  const names = (properties: ModelType['properties'], prefix: string): string[] =>
    properties.filter(([, property]) => refused(property)).map(([name]) => prefix + name);
  return [
    ...names(Object.entries(entity.properties), ''),
    ...Object.entries(entity.edges).flatMap(([name, edge]) =>
      names(edgeTargetType(entity, name, edge).properties, `${name}/`),
    ),
  ];
};

/** The capabilities of a set (OData Capabilities vocabulary); clients rely on them. */
export const setAnnotations = (entity: EntityDeclaration): string[] => [
  record('Capabilities.FilterRestrictions', {
    Filterable: true,
    NonFilterableProperties: pathsWhere(entity, ({ filter }) => filter === false),
  }),
  record('Capabilities.SortRestrictions', {
    Sortable: true,
    NonSortableProperties: pathsWhere(entity, ({ filter, sort }) => filter === false || sort === false),
  }),
  record('Capabilities.SearchRestrictions', { Searchable: modelOf(entity).searchable }),
  record('Capabilities.CountRestrictions', { Countable: true }),
  record('Capabilities.ExpandRestrictions', { Expandable: Object.keys(entity.edges).length > 0, MaxLevels: 3 }),
  // Rows are found by a filter: neither a row, its properties nor its related rows are addressable by key.
  record('Capabilities.ReadRestrictions', { Readable: true, ReadByKeyRestrictions: { Readable: false } }),
  flag('Capabilities.IndexableByKey', false),
  flag('Capabilities.TopSupported', true),
  flag('Capabilities.SkipSupported', true),
  record('Capabilities.InsertRestrictions', { Insertable: false }),
  record('Capabilities.UpdateRestrictions', { Updatable: false }),
  record('Capabilities.DeleteRestrictions', { Deletable: false }),
  text('Core.LongDescription', `A response contains at most ${pageSize} rows; its next link leads to the next ones.`),
];

const functions = [
  ...['contains', 'startswith', 'endswith', 'indexof', 'length', 'tolower', 'toupper', 'trim', 'substring', 'concat'],
  ...[
    'year',
    'month',
    'day',
    'hour',
    'minute',
    'second',
    'fractionalseconds',
    'date',
    'time',
    'now',
    'round',
    'floor',
    'ceiling',
  ],
];

/** Annotations of the entity container. */
export const containerAnnotations: readonly string[] = [
  text('Core.Description', 'The lists of the portal, each with the rows that the caller may see.'),
  strings('Capabilities.SupportedFormats', [
    'application/json;odata.metadata=minimal',
    'application/json;odata.metadata=none',
  ]),
  flag('Capabilities.KeyAsSegmentSupported', false),
  flag('Capabilities.QuerySegmentSupported', true),
  flag('Capabilities.AsynchronousRequestsSupported', false),
  record('Capabilities.BatchSupport', { Supported: false }),
  strings('Capabilities.FilterFunctions', functions),
];
