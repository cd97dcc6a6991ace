import { defaultPageSize, pageSizes } from '@cfs/contracts/sizes';
import { useMemo } from 'react';
import { useAddressQuery, useLocalQuery, type AddressQuery, type PatchOptions } from './address-query.ts';
import type { SortTerm } from './api/odata-query.ts';
import { readConditions, writeConditions } from './column-filter-address.ts';
import type { ColumnFilter, Condition } from './column-filter.ts';

/** Where a list stands: `page` counts from 0, `sort` is never empty unless the list has no order of its own. */
export interface ListState {
  readonly page: number;
  readonly size: number;
  readonly sort: readonly SortTerm[];
  readonly search: string;
  /** Whether the search wants a field that equals its text. */
  readonly isExact: boolean;
  /** The chips. */
  readonly conditions: readonly Condition[];
}

/** A list's state together with the ways to change it. All but paging lead back to the first page. */
export interface ListControl extends ListState {
  readonly setPage: (page: number, size: number, options?: PatchOptions) => void;
  readonly setSort: (sort: readonly SortTerm[]) => void;
  readonly setSearch: (search: string, isExact?: boolean) => void;
  readonly setConditions: (conditions: readonly Condition[]) => void;
  /** A choice of the screen's own beside the chips, such as one that shows disabled rows. */
  readonly filter: (name: string) => string | undefined;
  readonly setFilter: (name: string, value: string | undefined) => void;
}

export interface ListDefaults {
  readonly sort?: readonly SortTerm[];
  /** The fields that a list can be sorted by, beside those of `sort`; others in the address are ignored. */
  readonly sortable?: readonly string[];
  readonly size?: number;
  /** What the chips can ask; others in the address are ignored. */
  readonly filters?: readonly ColumnFilter[];
  /** The chips of the start. */
  readonly conditions?: readonly Condition[];
  /** Whether a drawer shows the list: the address belongs to the list of the screen behind it. A constant. */
  readonly isInDrawer?: boolean;
}

/** As far as a list is ever paged; a larger number is no page that anybody has seen. */
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

/** Reads a list's state from the address: `page` from 1, `size`, `sort=name,-created`, `search`, `exact=yes`, `filter`. */
export const readListState = (query: AddressQuery, defaults: ListDefaults): ListState => {
  const size = Number(query['size']);
  const sort = readSort(query['sort'] ?? '', defaults);
  return {
    page: readPage(query['page']),
    size: pageSizes.some((option) => option === size) ? size : (defaults.size ?? defaultPageSize),
    sort: sort.length > 0 ? sort : (defaults.sort ?? []),
    search: query['search'] ?? '',
    isExact: query['exact'] === 'yes',
    conditions: readConditions(query['filter'], defaults.filters ?? [], defaults.conditions),
  };
};

/**
 * The state of a list: that of a screen is kept in the address, so that a link or a reload shows the same rows; that of a
 * drawer ends with the drawer.
 */
export const useListState = (defaults: ListDefaults = {}): ListControl => {
  const [address, local] = [useAddressQuery(), useLocalQuery()];
  const [query, patch] = defaults.isInDrawer ? local : address;
  const { filters } = defaults;
  return useMemo(
    () => ({
      ...readListState(query, defaults),
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
    // The other defaults are constants of a screen.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [query, patch, filters],
  );
};
