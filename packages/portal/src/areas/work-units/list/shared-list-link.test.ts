import { expect, test } from 'vitest';
import { readSharedList } from './shared-list-link.ts';

test('a link with the state of the list as JSON is converted to the query of its URL', () => {
  const search = {
    pageSize: 25,
    page: 2,
    sort: [
      { field: 'tenant', sort: 'asc' },
      { field: 'created', sort: 'desc' },
    ],
    filters: [
      { field: 'stateId', value: ['New', 'OnHold'] },
      { field: 'title', operator: 'startsWith', value: 'Disk' },
    ],
  };
  expect(readSharedList(JSON.stringify(search))).toEqual({
    search: undefined,
    size: '25',
    page: '3',
    sort: 'tenant/name,-created',
    filter: 'stateId~in~New,OnHold;title~starts~Disk',
  });
});

test('a link without filters keeps the initial filter', () => {
  expect(readSharedList('{"pageNumber":0}')).toEqual({});
  expect(readSharedList('{"filters":[]}')).toEqual({ filter: 'none' });
});

test.each(['disk', '{disk}', '{"pageSize":"many"}', '', undefined])('%s is treated as a search text', (search) => {
  expect(readSharedList(search)).toBeUndefined();
});
