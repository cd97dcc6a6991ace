import { expect, test } from 'vitest';
import { odataQueryOf, oldListAddress, readOldListQuery } from './old-list-query.ts';

const optionsOf = (query: Record<string, unknown>) =>
  Object.fromEntries(new URLSearchParams(odataQueryOf(readOldListQuery(query))));

test('without a query, the page shows open units by severity, then newest first', () => {
  expect(readOldListQuery({})).toEqual({
    search: '',
    state: 'open',
    type: 'all',
    sort: undefined,
    isDescending: false,
    page: 1,
    size: 25,
  });
  expect(optionsOf({})).toEqual({
    $expand: 'tenant,workUnitType',
    $orderby: 'severityId,created desc',
    $top: '26',
    $skip: '0',
    $filter: `not (stateId in ('Resolved','Closed','Canceled'))`,
  });
});

test.each([
  [{ state: 'all' }, undefined],
  [{ state: 'OnHold' }, `stateId eq 'OnHold'`],
  [{ state: 'all', type: 'Incident' }, 'workUnitTypeId eq 1'],
  [{ state: 'New', type: 'Request' }, `stateId eq 'New' and workUnitTypeId eq 4`],
])('%o filters by %s', (query, filter) => {
  expect(optionsOf(query)['$filter']).toBe(filter);
});

test('order, page and search are passed on', () => {
  expect(optionsOf({ sort: '-title', page: '3', size: '50', search: ' say "a\\b" ' })).toMatchObject({
    $orderby: 'title desc',
    $top: '51',
    $skip: '100',
    $search: '"say \\"a\\\\b\\""',
  });
  expect(optionsOf({ sort: 'title' })['$orderby']).toBe('title');
});

test.each([
  { state: 'Nowhere', type: 'Nothing', sort: 'properties', page: '0', size: '7' },
  { state: 'toString', type: 'constructor', sort: '-', page: '1.5', size: '' },
  { state: ['New'], page: '100000', size: '-25' },
])('invalid values are replaced by defaults: %o', (query) => {
  expect(readOldListQuery(query)).toMatchObject({ state: 'open', type: 'all', sort: undefined, page: 1, size: 25 });
});

test('a search is truncated to 200 characters, without control characters or a split surrogate pair', () => {
  expect(readOldListQuery({ search: `${'x'.repeat(199)}😀` }).search).toBe(`${'x'.repeat(199)}\ufffd`);
  expect(readOldListQuery({ search: 'a\u0000b' }).search).toBe('a b');
});

test('the address of a query is parsed to the same query', () => {
  const query = readOldListQuery({
    search: 'a&b',
    state: 'New',
    type: 'Incident',
    sort: '-title',
    page: '2',
    size: '50',
  });
  const read = (address: string) => readOldListQuery(Object.fromEntries(new URLSearchParams(address)));
  expect(read(oldListAddress(query))).toEqual(query);
  expect(read(oldListAddress(query, { page: 3 }))).toEqual({ ...query, page: 3 });
  expect(oldListAddress(readOldListQuery({}))).not.toContain('sort');
});
