import { parseXml, type XmlElement } from '@rgrove/parse-xml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { areas } from '../areas.ts';
import type { Edge, EntityDeclaration } from '../platform/odata/entity.ts';
import { csdlXml } from '../platform/odata/metadata/csdl.ts';
import { pathOf } from '../platform/odata/list-route.ts';
import { attributeOf, elementsIn } from '../testing/csdl/csdl-elements.ts';
import { csdlModel, memberOf, targetOf } from '../testing/csdl/csdl-model.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const entities = areas.flatMap((area) => area.entities ?? []);
const { root } = parseXml(csdlXml(entities));
if (root === null) throw new TypeError('The model has a root.');
const model = csdlModel(root);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const statusOf = async (address: string): Promise<number> =>
  (await server.as('Administrator', 'all').get(address)).status;

const namesIn = (type: XmlElement, kind: 'Property' | 'NavigationProperty'): string[] =>
  elementsIn(type, kind).map((member) => attributeOf(member, 'Name'));

const edgeTargetType = (type: XmlElement, edge: string): XmlElement => {
  const navigation = memberOf(type, 'NavigationProperty', edge);
  const target = navigation && model.entityTypes.get(targetOf(navigation));
  if (!target) throw new TypeError(`The model has no ${edge}.`);
  return target;
};

const typeOf = ({ set }: EntityDeclaration): XmlElement => {
  const declared = model.sets.get(set);
  const type = declared && model.entityTypes.get(attributeOf(declared, 'EntityType'));
  if (!type) throw new TypeError(`The model has no ${set}.`);
  return type;
};

const refused = (entity: EntityDeclaration, term: string, member: string): readonly string[] => {
  const set = model.sets.get(entity.set);
  const annotation = set && elementsIn(set, 'Annotation').find((each) => attributeOf(each, 'Term') === term);
  const value = elementsIn(annotation ?? root, 'Record')
    .flatMap((record) => elementsIn(record))
    .find((each) => attributeOf(each, 'Property') === member);
  return value ? elementsIn(value).flatMap((collection) => elementsIn(collection).map(({ text }) => text)) : [];
};

/** The properties and edges of the target of an edge, whether the model declares them or not. */
const storedBehind = (edge: Edge) => ({
  properties: Object.keys(edge.entity().properties),
  edges: Object.keys(edge.entity().edges),
});

describe.each(entities)('the set $set', (entity) => {
  const address = `/v1/${pathOf(entity)}`;
  const edges = Object.entries(entity.edges);

  test('declares every property and edge that it serves', () => {
    expect(namesIn(typeOf(entity), 'Property')).toEqual(Object.keys(entity.properties));
    expect(namesIn(typeOf(entity), 'NavigationProperty')).toEqual(Object.keys(entity.edges));
  });

  test.each(edges)(
    'exposes through %s what the model declares, and nothing else',
    { timeout: 180_000 },
    async (name, edge) => {
      const type = edgeTargetType(typeOf(entity), name);
      const stored = storedBehind(edge);
      const declared = new Set(namesIn(type, 'Property'));
      for (const property of stored.properties) {
        const query = `$top=1&$expand=${name}($select=${property})`;
        expect(await statusOf(`${address}?${query}`), query).toBe(declared.has(property) ? 200 : 400);
      }
      for (const nested of stored.edges) {
        const isDeclared = memberOf(type, 'NavigationProperty', nested) !== undefined;
        expect(await statusOf(`${address}?$top=1&$expand=${name}($expand=${nested})`), nested).toBe(
          isDeclared ? 200 : 400,
        );
        if (!isDeclared) continue;
        for (const property of namesIn(edgeTargetType(type, nested), 'Property')) {
          const query = `$top=1&$expand=${name}($expand=${nested}($select=${property}))`;
          expect(await statusOf(`${address}?${query}`), query).toBe(200);
        }
      }
      expect(declared.has(attributeOf(elementsIn(elementsIn(type, 'Key')[0] ?? type)[0] ?? type, 'Name'))).toBe(true);
    },
  );

  test.each(edges)('filters and sorts through %s as the model declares', { timeout: 180_000 }, async (name, edge) => {
    const type = edgeTargetType(typeOf(entity), name);
    const unfiltered = refused(entity, 'Capabilities.FilterRestrictions', 'NonFilterableProperties');
    const unsorted = refused(entity, 'Capabilities.SortRestrictions', 'NonSortableProperties');
    for (const property of namesIn(type, 'Property')) {
      const path = `${name}/${property}`;
      const filter = edge.kind === 'many' ? `${name}/any(x:x/${property} eq null)` : `${path} eq null`;
      const expected = unfiltered.includes(path) ? 400 : 200;
      expect(await statusOf(`${address}?$top=1&$filter=${filter}`), path).toBe(expected);
      const order = edge.kind === 'many' ? `$expand=${name}($orderby=${property})` : `$orderby=${path}`;
      expect(await statusOf(`${address}?$top=1&${order}`), order).toBe(unsorted.includes(path) ? 400 : 200);
    }
  });

  test('serves no address of one row as OData, and does not claim to', async () => {
    const set = model.sets.get(entity.set);
    const terms = new Map(elementsIn(set ?? root, 'Annotation').map((each) => [attributeOf(each, 'Term'), each]));
    expect(terms.get('Capabilities.IndexableByKey')?.attributes['Bool']).toBe('false');
    expect(refusedByKey(terms.get('Capabilities.ReadRestrictions'))).toBe('false');
    const key = entity.properties[entity.key]?.type === 'guid' ? '00000000-0000-4000-8000-000000000000' : '1';
    const [property] = Object.keys(entity.properties);
    for (const rest of [`/${property ?? ''}/$value`, ...edges.map(([name]) => `/${name}/$ref`)])
      for (const row of [`(${key})`, `/${key}`])
        expect(await statusOf(`${address}${row}${rest}`), row + rest).toBe(404);
  });
});

const refusedByKey = (annotation: XmlElement | undefined): string | undefined => {
  const values = annotation ? elementsIn(annotation, 'Record').flatMap((record) => elementsIn(record)) : [];
  const byKey = values.find((value) => attributeOf(value, 'Property') === 'ReadByKeyRestrictions');
  return byKey && elementsIn(byKey, 'Record').flatMap((record) => elementsIn(record))[0]?.attributes['Bool'];
};
