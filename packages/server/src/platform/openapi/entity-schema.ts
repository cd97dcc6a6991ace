import type { EntityDeclaration, Property } from '../odata/entity.ts';
import { edgeTargetType, type ModelType } from '../odata/metadata/model-types.ts';
import { descriptionOf } from '../odata/metadata/property-description.ts';
import type { JsonSchema } from './json-schema.ts';

const types: Readonly<Record<Property['type'], JsonSchema>> = {
  string: { type: 'string' },
  json: { type: 'string', contentMediaType: 'application/json' },
  timeSpan: { type: 'string', examples: ['00:05:00', '1.00:00:00'] },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  decimal: { type: 'number' },
  double: { type: 'number', format: 'double' },
  boolean: { type: 'boolean' },
  guid: { type: 'string', format: 'uuid' },
  dateTimeOffset: { type: 'string', format: 'date-time' },
};

const schemaReference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The reference to an entity's schema in the document's components. */
export const entityReference = (entity: EntityDeclaration): JsonSchema => schemaReference(entity.name);

const propertySchema = (name: string, property: Property): JsonSchema => {
  const { type, nullable, enumeration } = property;
  const schema: JsonSchema = enumeration ? { type: 'string', enum: Object.keys(enumeration) } : types[type];
  const description = descriptionOf(name, property);
  return {
    ...(nullable ? { anyOf: [schema, { type: 'null' }] } : schema),
    ...(description !== undefined && { description }),
  };
};

/** The schema of a type's rows. No member is required: `$select` and permissions omit members. */
export const typeSchema = ({ entity, properties, edges }: ModelType): JsonSchema => ({
  type: 'object',
  ...(entity.description !== undefined && { description: entity.description }),
  properties: {
    ...Object.fromEntries(properties.map(([name, property]) => [name, propertySchema(name, property)])),
    ...Object.fromEntries(
      edges.map(([name, edge]) => {
        const row = schemaReference(edgeTargetType(entity, name, edge).name);
        const description = `With \`$expand=${name}\`.`;
        return [
          name,
          edge.kind === 'many'
            ? { type: 'array', items: row, description }
            : { anyOf: [row, { type: 'null' }], description },
        ];
      }),
    ),
  },
});

/** The schema of a page of the entity's set. */
export const pageSchema = (entity: EntityDeclaration): JsonSchema => ({
  type: 'object',
  required: ['value'],
  properties: {
    '@odata.context': { type: 'string', format: 'uri' },
    '@odata.count': { type: 'integer', description: 'Number of all rows, with `$count=true`.' },
    '@odata.nextLink': { type: 'string', format: 'uri', description: 'Address of the next rows, if there are more.' },
    value: { type: 'array', items: entityReference(entity) },
  },
});
