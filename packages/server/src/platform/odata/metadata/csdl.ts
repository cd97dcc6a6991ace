import { containerAnnotations, described, setAnnotations, vocabularyReferences } from './csdl-annotations.ts';
import type { EntityDeclaration, Property } from '../entity.ts';
import { modelTypes, edgeTargetType, type ModelType } from './model-types.ts';
import { enumName, odataNamespace } from './type-names.ts';
import { descriptionOf } from './property-description.ts';
import { reachedEntities } from './reached-entities.ts';

const types: Readonly<Record<Property['type'], string>> = {
  string: 'Edm.String',
  json: 'Edm.String',
  timeSpan: 'Edm.String',
  int32: 'Edm.Int32',
  int64: 'Edm.Int64',
  decimal: 'Edm.Decimal',
  double: 'Edm.Double',
  boolean: 'Edm.Boolean',
  guid: 'Edm.Guid',
  dateTimeOffset: 'Edm.DateTimeOffset',
};

const facets = ({ type, enumeration }: Property): string => {
  if (enumeration) return '';
  if (type === 'dateTimeOffset') return ' Precision="3"';
  return type === 'decimal' ? ' Scale="variable"' : '';
};

/** An element; self-closing without content. */
const element = (name: string, attributes: string, children: readonly string[]): string => {
  const content = children.join('');
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
};

const propertyXml = (entity: EntityDeclaration, [name, property]: ModelType['properties'][number]): string => {
  const type = property.enumeration ? `${odataNamespace}.${enumName(entity, name)}` : types[property.type];
  const nullable = property.nullable || property.visibleWith ? '' : ' Nullable="false"';
  return element(
    'Property',
    ` Name="${name}" Type="${type}"${nullable}${facets(property)}`,
    described(descriptionOf(name, property)),
  );
};

const edgeXml = (entity: EntityDeclaration, [name, edge]: ModelType['edges'][number]): string => {
  const type = `${odataNamespace}.${edgeTargetType(entity, name, edge).name}`;
  return element(
    'NavigationProperty',
    ` Name="${name}" Type="${edge.kind === 'many' ? `Collection(${type})` : type}"`,
    [],
  );
};

const enumXml = (entity: EntityDeclaration): string[] =>
  Object.entries(entity.properties).flatMap(([name, { enumeration }]) =>
    enumeration
      ? [
          `<EnumType Name="${enumName(entity, name)}">${Object.entries(enumeration)
            .map(([member, number]) => `<Member Name="${member}" Value="${number}"/>`)
            .join('')}</EnumType>`,
        ]
      : [],
  );

const typeXml = ({ name, entity, properties, edges }: ModelType): string =>
  element('EntityType', ` Name="${name}"`, [
    `<Key><PropertyRef Name="${entity.key}"/></Key>`,
    ...properties.map((each) => propertyXml(entity, each)),
    ...edges.map((each) => edgeXml(entity, each)),
    ...described(entity.description),
  ]);

const setXml = (entity: EntityDeclaration, sets: ReadonlySet<EntityDeclaration>): string => {
  const bindings = Object.entries(entity.edges)
    .filter(([name, edge]) => sets.has(edge.entity()) && edgeTargetType(entity, name, edge).name === edge.entity().name)
    .map(([name, edge]) => `<NavigationPropertyBinding Path="${name}" Target="${edge.entity().set}"/>`);
  const type = `EntityType="${odataNamespace}.${entity.name}"`;
  return element('EntitySet', ` Name="${entity.set}" ${type}`, [...bindings, ...setAnnotations(entity)]);
};

/**
 * The `$metadata` document of the sets (OData CSDL XML, valid for clients of 4.0 and 4.01): types, sets and their
 * capabilities. A navigation property has a type that contains only what the edge exposes. Names are OData identifiers
 * and need no escaping.
 */
export const csdlXml = (entities: readonly EntityDeclaration[]): string => {
  const reached = reachedEntities(entities);
  const sets = new Set(entities);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">',
    ...vocabularyReferences,
    '<edmx:DataServices>',
    `<Schema Namespace="${odataNamespace}" xmlns="http://docs.oasis-open.org/odata/ns/edm">`,
    ...reached.flatMap(enumXml),
    ...modelTypes(entities).map(typeXml),
    element('EntityContainer', ' Name="Container"', [
      ...entities.map((entity) => setXml(entity, sets)),
      ...containerAnnotations,
    ]),
    '</Schema></edmx:DataServices></edmx:Edmx>',
  ].join('\n');
};
