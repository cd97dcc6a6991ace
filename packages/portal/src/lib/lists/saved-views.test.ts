import { describe, expect, test } from 'vitest';
import { addressOfView, areSameColumns, areSameQueries, isEmptyQuery, queryOfView } from './saved-views.ts';

describe('a saved view', () => {
  test('keeps search, filters, order and size, but neither page nor panel', () => {
    const query = { view: 'x', page: '3', open: 'new', sort: '-name', search: 'a b', size: '25', disabled: 'yes' };
    expect(queryOfView(query)).toBe(queryOfView({ size: '25', search: 'a b', sort: '-name' }));
    expect(queryOfView(query)).not.toMatch(/view|page|open|disabled/);
    expect(queryOfView(query, ['disabled'])).toContain('disabled=yes');
  });

  test('restores the list and leaves panels open', () => {
    expect(addressOfView('id', queryOfView({ sort: '-name', search: 'a&b=c' }))).toEqual({
      filter: undefined,
      search: 'a&b=c',
      exact: undefined,
      sort: '-name',
      size: undefined,
      page: undefined,
      view: 'id',
    });
  });

  test('is compared regardless of order', () => {
    expect(areSameQueries('sort=name&search=x', 'search=x&sort=name')).toBe(true);
    expect(areSameQueries('sort=name', 'sort=-name')).toBe(false);
    expect(areSameColumns({ shown: ['a', 'b'], hidden: [] }, { hidden: [], shown: ['b', 'a'] })).toBe(true);
    expect(areSameColumns({ shown: ['a'], hidden: [] }, { shown: [], hidden: ['a'] })).toBe(false);
  });

  test('is applied by default only to a URL without a query', () => {
    expect(isEmptyQuery({})).toBe(true);
    expect(isEmptyQuery({ open: 'new' })).toBe(false);
  });
});
