import { describe, expect, test } from 'vitest';
import { parseQuery, stringifyQuery } from '../address-query.ts';
import { readListState } from './list-state.ts';

describe('list state in the URL', () => {
  test('starts on the first page with ten rows', () => {
    expect(readListState({}, {})).toEqual({
      page: 0,
      size: 10,
      sort: [],
      search: '',
      isExact: false,
      conditions: [],
    });
  });

  test('counts pages from one in the URL', () => {
    expect(readListState({ page: '3', size: '25' }, {})).toMatchObject({ page: 2, size: 25 });
  });

  test.each(['-2', '0', '1.5', 'abc', '1e300', '99999999999999999999'])('ignores the page %s', (page) => {
    expect(readListState({ page }, {}).page).toBe(0);
  });

  test('ignores a size that is not offered', () => {
    expect(readListState({ size: '7' }, {}).size).toBe(10);
  });

  test('reads several sort terms with their directions', () => {
    expect(readListState({ sort: 'severityId,-created' }, { sortable: ['created', 'severityId'] }).sort).toEqual([
      { field: 'severityId', direction: 'asc' },
      { field: 'created', direction: 'desc' },
    ]);
  });

  test('ignores unknown sort terms', () => {
    const defaults = { sort: [{ field: 'created', direction: 'desc' }], sortable: ['tenant/name'] } as const;
    expect(readListState({ sort: "name eq 'x',-,tenant/name,secret,created" }, defaults).sort).toEqual([
      { field: 'tenant/name', direction: 'asc' },
      { field: 'created', direction: 'asc' },
    ]);
    expect(readListState({ sort: '(),secret' }, defaults).sort).toBe(defaults.sort);
  });

  test('uses the default conditions until the URL has others', () => {
    const filters = [{ kind: 'text', path: 'name', label: 'Name' }] as const;
    const conditions = [{ path: 'name', operator: 'given', values: [] }] as const;
    expect(readListState({}, { filters, conditions }).conditions).toBe(conditions);
    expect(readListState({ filter: 'none' }, { filters, conditions }).conditions).toEqual([]);
  });

  test('keeps query values as strings', () => {
    expect(parseQuery('?search=123&open=true')).toEqual({ search: '123', open: 'true' });
    expect(stringifyQuery({ search: 'a b', page: undefined })).toBe('?search=a+b');
  });
});
