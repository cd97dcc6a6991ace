import { expect, test } from 'vitest';
import { partEntity, sampleEntity } from '../../testing/odata-fixture.ts';
import type { EntityDeclaration } from '../odata/entity.ts';
import { exportParameters, listParameters, narrowingParameters, type Parameter } from './list-parameters.ts';

const byName = (parameters: readonly Parameter[]) => new Map(parameters.map((each) => [each.name, each]));
const list = byName(listParameters(sampleEntity));

test('a list has its options as query parameters with examples', () => {
  const shown = [...list.values()].map(({ name, schema, example }) => [name, schema['type'], example]);
  expect(shown).toEqual([
    ['$filter', 'string', expect.any(String)],
    ['$search', 'string', undefined],
    ['$select', 'string', 'sampleId,tenantId'],
    ['$expand', 'string', 'maker'],
    ['$orderby', 'string', 'sampleId desc'],
    ['$top', 'integer', 10],
    ['$skip', 'integer', undefined],
    ['$count', 'boolean', undefined],
    ['$apply', 'string', undefined],
    ['$format', 'string', 'json'],
  ]);
  for (const each of list.values()) expect(each.in).toBe('query');
});

test('the options name the properties that they accept', () => {
  expect(list.get('$filter')?.description).toContain('`name`');
  expect(list.get('$filter')?.description).not.toContain('`text`');
  expect(list.get('$filter')?.description).toContain('the properties that the paths of `$expand` expose');
  expect(list.get('$search')?.description).toBe('Words to find in `name`, `note`.');
  expect(list.get('$expand')?.description).toContain('`maker`, `parts`');
  expect(list.get('$orderby')?.description).toContain('`price`');
  expect(list.get('$orderby')?.description).not.toContain('`text`');
});

test('a property that is not sorted is left out of the order', () => {
  const entity: EntityDeclaration = {
    ...partEntity,
    properties: { ...partEntity.properties, label: { type: 'string', sql: 'label', sort: false } },
  };
  const orderby = byName(listParameters(entity)).get('$orderby')?.description;
  expect(orderby).toContain('`weight`');
  expect(orderby).not.toContain('`label`');
  expect(narrowingParameters(entity)[0]?.description).toContain('`label`');
});

test('an entity without search and edges has no such options', () => {
  const names = [...byName(listParameters({ ...partEntity, edges: {} })).keys()];
  expect(names).not.toContain('$search');
  expect(names).not.toContain('$expand');
});

test.each([
  [{ label: { type: 'string', sql: 'label' } }, `contains(label,'a')`],
  [{ kind: { type: 'string', sql: 'kind', enumeration: { New: 1, Old: 2 } } }, `kind eq 'New'`],
  [
    { label: { type: 'string', sql: 'label', filter: false }, weight: { type: 'int32', sql: 'weight' } },
    'partId ne null',
  ],
] satisfies [EntityDeclaration['properties'], string][])(
  'the example of a filter over %o is %s',
  (properties, example) => {
    expect(narrowingParameters({ ...partEntity, edges: {}, properties })[0]?.example).toBe(example);
  },
);

test('an export has the options of the list that apply to a file, and its own', () => {
  expect([...byName(exportParameters(sampleEntity)).keys()]).toEqual([
    '$filter',
    '$search',
    '$select',
    '$orderby',
    '$top',
    '$skip',
    '$apply',
    'headings',
    'words',
  ]);
});
