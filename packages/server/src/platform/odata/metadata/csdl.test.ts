import { parseXml } from '@rgrove/parse-xml';
import { expect, test } from 'vitest';
import { areas } from '../../../areas.ts';
import { attributeOf, elementsIn, withDescendants } from '../../../testing/csdl/csdl-elements.ts';
import { csdlFaults } from '../../../testing/csdl/csdl-faults.ts';
import { csdlXml } from './csdl.ts';

const entities = areas.flatMap((area) => area.entities ?? []);
const xml = csdlXml(entities);

/** The annotation terms of the XML elements with the tag, by their `Name`. */
const termsAt = (element: string): ReadonlyMap<string, readonly string[]> => {
  const { root } = parseXml(xml);
  const found = root === null ? [] : withDescendants(root).filter(({ name }) => name === element);
  return new Map(
    found.map((each) => [
      attributeOf(each, 'Name'),
      elementsIn(each, 'Annotation').map((annotation) => attributeOf(annotation, 'Term')),
    ]),
  );
};

test('the model is valid CSDL, and every name resolves', () => {
  expect(csdlFaults(xml)).toEqual([]);
});

test('every set declares its query capabilities', () => {
  const sets = termsAt('EntitySet');
  expect([...sets.keys()].toSorted()).toEqual(entities.map(({ set }) => set).toSorted());
  for (const [set, terms] of sets)
    for (const term of ['FilterRestrictions', 'SortRestrictions', 'SearchRestrictions', 'TopSupported'])
      expect(terms, set).toContain(`Capabilities.${term}`);
});

test('the container names the functions that filters can call', () => {
  const { root } = parseXml(xml);
  const annotations = root === null ? [] : withDescendants(root).filter(({ name }) => name === 'Annotation');
  const named = annotations.find((each) => attributeOf(each, 'Term') === 'Capabilities.FilterFunctions');
  const names = named
    ? withDescendants(named)
        .filter(({ name }) => name === 'String')
        .map(({ text }) => text)
    : [];
  expect(names).toEqual([
    ...['contains', 'startswith', 'endswith', 'indexof', 'length', 'tolower', 'toupper', 'trim', 'substring', 'concat'],
    ...['year', 'month', 'day', 'hour', 'minute', 'second', 'fractionalseconds', 'date', 'time', 'now'],
    ...['round', 'floor', 'ceiling'],
  ]);
});

test('every set names the properties that do not support filters or sorting', () => {
  const { root } = parseXml(xml);
  const sets = root === null ? [] : withDescendants(root).filter(({ name }) => name === 'EntitySet');
  const excluded = (set: string, property: string) => {
    const records = sets
      .filter((each) => attributeOf(each, 'Name') === set)
      .flatMap(withDescendants)
      .filter((each) => each.name === 'PropertyValue' && attributeOf(each, 'Property') === property);
    return records
      .flatMap(withDescendants)
      .filter(({ name }) => name === 'PropertyPath')
      .map(({ text }) => text)
      .filter((path) => !path.includes('/'))
      .toSorted();
  };
  for (const { set, properties } of entities) {
    const named = Object.entries(properties);
    const unfiltered = named.filter(([, { filter }]) => filter === false).map(([name]) => name);
    const unsorted = named.filter(([, { filter, sort }]) => filter === false || sort === false).map(([name]) => name);
    expect(excluded(set, 'NonFilterableProperties'), set).toEqual(unfiltered.toSorted());
    expect(excluded(set, 'NonSortableProperties'), set).toEqual(unsorted.toSorted());
  }
});

test('every entity type has a description', () => {
  for (const [type, terms] of termsAt('EntityType')) expect(terms, type).toContain('Core.Description');
});
