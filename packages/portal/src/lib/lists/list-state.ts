import { defaultPageSize, pageSizes } from '@cfs/contracts/sizes';
import { useMemo } from 'react';
import { useAddressQuery, useLocalQuery, type AddressQuery, type PatchOptions } from '../address-query.ts';
import type { SortTerm } from '../api/odata-query.ts';
import { readConditions, writeConditions } from './column-filter-address.ts';
import type { ColumnFilter, Condition } from './column-filter.ts';

/** Paging, sorting and filtering of a list. `page` counts from 0; `sort` is empty only without a default order. */
export interface ListState {
  readonly page: number;
  readonly size: number;
  readonly sort: readonly SortTerm[];
  readonly search: string;
  /** Whether a field must equal the search text. */
  readonly isExact: boolean;
  /** The filter chips. */
  readonly conditions: readonly Condition[];
}

/** A list's state and its setters. Every setter but `setPage` returns to the first page. */
export interface ListControl extends ListState {
  readonly sizes: readonly number[];
  readonly setPage: (page: number, size: number, options?: PatchOptions) => void;
  readonly setSort: (sort: readonly SortTerm[]) => void;
  readonly setSearch: (search: string, isExact?: boolean) => void;
  readonly setConditions: (conditions: readonly Condition[]) => void;
  /** A query parameter of the screen in addition to the chips, such as one that shows disabled rows. */
  readonly filter: (name: string) => string | undefined;
  readonly setFilter: (name: string, value: string | undefined) => void;
}

export interface ListDefaults {
  readonly sort?: readonly SortTerm[];
  /** The sortable fields in addition to those of `sort`; others in the URL are ignored. */
  readonly sortable?: readonly string[];
  readonly size?: number;
  /** The page sizes offered; 10, 25, 50 and 100 by default. A constant. */
  readonly sizes?: readonly number[];
  /** The filterable columns; conditions on others in the URL are ignored. */
  readonly filters?: readonly ColumnFilter[];
  /** The default conditions. */
  readonly conditions?: readonly Condition[];
  /** Whether the list is in a drawer: its state is local, because the URL belongs to the list behind it. A constant. */
  readonly isInDrawer?: boolean;
}

/** 1 to 999,999,999; anything else is ignored. */
const pageNumber = /^[1-9]\d{0,8}$/;

const readPage = (text: string | undefined): number =>
  text !== undefined && pageNumber.test(text) ? Number(text) - 1 : 0;

const readSort = (text: string, { sort = [], sortable = [] }: ListDefaults): readonly SortTerm[] => {
  const known = new Set([...sortable, ...sort.map(({ field }) => field)]);
  return text
    .split(',')
    .map((term): SortTerm =>
      term.startsWith('-') ? { field: term.slice(1), direction: 'desc' } : { field: term, direction: 'asc' },
    )
    .filter((term) => known.has(term.field));
};

const writeSort = (sort: readonly SortTerm[]): string =>
  sort.map((term) => (term.direction === 'desc' ? `-${term.field}` : term.field)).join(',');

/** Parses a list's state from the URL: `page` from 1, `size`, `sort=name,-created`, `search`, `exact=yes`, `filter`. */
export const readListState = (query: AddressQuery, defaults: ListDefaults): ListState => {
  const size = Number(query['size']);
  const sort = readSort(query['sort'] ?? '', defaults);
  return {
    page: readPage(query['page']),
    size: (defaults.sizes ?? pageSizes).some((option) => option === size) ? size : (defaults.size ?? defaultPageSize),
    sort: sort.length > 0 ? sort : (defaults.sort ?? []),
    search: query['search'] ?? '',
    isExact: query['exact'] === 'yes',
    conditions: readConditions(query['filter'], defaults.filters ?? [], defaults.conditions),
  };
};

/** The state of a list, kept in the URL; in a drawer it is local and ends with the drawer. */
export const useListState = (defaults: ListDefaults = {}): ListControl => {
  const [address, local] = [useAddressQuery(), useLocalQuery()];
  const [query, patch] = defaults.isInDrawer ? local : address;
  const { filters } = defaults;
  return useMemo(
    () => ({
      ...readListState(query, defaults),
      sizes: defaults.sizes ?? pageSizes,
      setPage: (page, size, options) =>
        patch(
          {
            page: page === 0 ? undefined : String(page + 1),
            size: size === (defaults.size ?? defaultPageSize) ? undefined : String(size),
          },
          options,
        ),
      setSort: (sort) => patch({ sort: writeSort(sort), page: undefined }),
      setSearch: (search, isExact = false) => patch({ search, exact: isExact ? 'yes' : undefined, page: undefined }),
      setConditions: (conditions) =>
        patch({ filter: writeConditions(conditions, defaults.conditions), page: undefined }),
      filter: (name) => query[name],
      setFilter: (name, value) => patch({ [name]: value, page: undefined }),
    }),
    // The other defaults are constants of the screen.
    // oxlint-disable-next-line react/exhaustive-deps
    [query, patch, filters],
  );
};
