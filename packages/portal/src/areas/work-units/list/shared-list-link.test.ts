import { expect, test } from 'vitest';
import { readSharedList } from './shared-list-link.ts';

test('a link that holds the list as JSON becomes its address', () => {
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

test('a link without filters keeps the chips of the start', () => {
  expect(readSharedList('{"pageNumber":0}')).toEqual({});
  expect(readSharedList('{"filters":[]}')).toEqual({ filter: 'none' });
});

test.each(['disk', '{disk}', '{"pageSize":"many"}', '', undefined])('%s is a text to look for', (search) => {
  expect(readSharedList(search)).toBeUndefined();
});
