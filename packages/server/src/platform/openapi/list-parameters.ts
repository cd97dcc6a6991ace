import type { EntityDeclaration, Property } from '../odata/entity.ts';
import { modelOf } from '../odata/entity-model.ts';
import { pageSize } from '../odata/statements/list-statement.ts';
import type { JsonSchema } from './json-schema.ts';

/** An OpenAPI parameter object. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: string | number | undefined;
  readonly schema: JsonSchema;
}

const text: JsonSchema = { type: 'string' };
const wholeNumber: JsonSchema = { type: 'integer', minimum: 0 };

const isFiltered = ([, { filter }]: [string, Property]): boolean => filter !== false;
const isSorted = ([, { filter, sort }]: [string, Property]): boolean => filter !== false && sort !== false;

const named = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const filterExample = (entity: EntityDeclaration): string => {
  const [name = entity.key, property] =
    Object.entries(entity.properties).find((each) => isFiltered(each) && each[1].type === 'string') ?? [];
  const member = Object.keys(property?.enumeration ?? {})[0];
  if (member !== undefined) return `${name} eq '${member}'`;
  return property ? `contains(${name},'a')` : `${name} ne null`;
};

const shaping = (entity: EntityDeclaration): Parameter[] => {
  const properties = Object.entries(entity.properties);
  const edges = Object.keys(entity.edges);
  const [ordered] = properties.filter(isSorted);
  return [
    {
      name: '$select',
      in: 'query',
      description: 'Properties to return, separated by commas.',
      schema: text,
      example: properties
        .slice(0, 2)
        .map(([name]) => name)
        .join(','),
    },
    ...(edges.length > 0
      ? [
          {
            name: '$expand',
            in: 'query' as const,
            description: `Related rows to include: ${named(edges)}.`,
            schema: text,
            example: edges[0],
          },
        ]
      : []),
    {
      name: '$orderby',
      in: 'query',
      description: `Order, at most five terms, each with \`asc\` or \`desc\`: ${named(properties.filter(isSorted).map(([name]) => name))}.`,
      schema: text,
      ...(ordered && { example: `${ordered[0]} desc` }),
    },
    {
      name: '$top',
      in: 'query',
      description: `Maximum number of rows. A response contains ${pageSize} at most; \`@odata.nextLink\` leads to the next ones.`,
      schema: wholeNumber,
      example: 10,
    },
    { name: '$skip', in: 'query', description: 'Number of rows to skip.', schema: wholeNumber },
    {
      name: '$count',
      in: 'query',
      description: 'Whether to count all rows: `@odata.count`.',
      schema: { type: 'boolean' },
    },
    {
      name: '$apply',
      in: 'query',
      description: 'Grouping and aggregation: `filter`, `groupby`, `aggregate`, `orderby`, `top`, `skip`.',
      schema: text,
    },
    {
      name: '$format',
      in: 'query',
      description: 'The format of the response; takes precedence over the Accept header.',
      schema: { type: 'string' },
      example: 'json',
    },
  ];
};

/** The parameters of a count: `$filter` and `$search`. */
export const narrowingParameters = (entity: EntityDeclaration): Parameter[] => [
  {
    name: '$filter',
    in: 'query',
    description: `A condition over ${named(
      Object.entries(entity.properties)
        .filter(isFiltered)
        .map(([name]) => name),
    )}${Object.keys(entity.edges).length > 0 ? ' and the properties that the paths of `$expand` expose' : ''}.`,
    schema: text,
    example: filterExample(entity),
  },
  ...(modelOf(entity).searchable
    ? [
        {
          name: '$search',
          in: 'query' as const,
          description: `Words to find in ${named(
            Object.entries(entity.properties)
              .filter(([, { search }]) => search === true)
              .map(([name]) => name),
          )}.`,
          schema: text,
        },
      ]
    : []),
];

/** The query options of a list, according to the entity's declaration. */
export const listParameters = (entity: EntityDeclaration): Parameter[] => [
  ...narrowingParameters(entity),
  ...shaping(entity),
];

const notInFiles: ReadonlySet<string> = new Set(['$expand', '$count', '$format']);

/** The query options of a list's export. */
export const exportParameters = (entity: EntityDeclaration): Parameter[] => [
  ...listParameters(entity).filter(({ name }) => !notInFiles.has(name)),
  {
    name: 'headings',
    in: 'query',
    description: 'Headings of the columns, as a JSON array in their order; the names of `$select` otherwise.',
    schema: { type: 'string', contentMediaType: 'application/json' },
  },
  {
    name: 'words',
    in: 'query',
    description:
      'What the columns show instead of their values, as a JSON array in their order: null, or an object with ' +
      '`of` (value → word), `empty` (the word for no value) and `other` (the word for any value that `of` lacks).',
    schema: { type: 'string', contentMediaType: 'application/json' },
  },
];
