import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ListState } from '../list-state.ts';
import { pollEvery } from '../polling.ts';
import { useTenantId } from '../use-tenant.ts';
import type { Filter } from './odata-filter.ts';
import { fetchCount, fetchRows, type ListQuery } from './odata-query.ts';

/** The rows of a list as a screen shows them. */
export interface ListRows<Row> {
  readonly rows: readonly Row[];
  /** How many rows there are in all; `undefined` until it is known. */
  readonly count: number | undefined;
  /** Nothing has arrived yet. */
  readonly isLoading: boolean;
  /** The rows are those of the question before. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly updatedAt: number;
  readonly retry: () => void;
}

export interface ListOptions {
  readonly filter?: Filter;
  /** The fields to ask for; all of them without it. */
  readonly select?: string;
  readonly expand?: string;
  /** Asks again every so many milliseconds while the tab is visible. */
  readonly poll?: number;
  readonly pollPaused?: boolean;
}

/** One page of an OData list; the count follows in a call of its own, and only when the page does not tell it. */
export const useList = <Row>(set: string, state: ListState, options: ListOptions = {}): ListRows<Row> => {
  const tenantId = useTenantId();
  const { filter, select, expand, poll, pollPaused } = options;
  const { search } = state;
  const query: ListQuery = {
    filter,
    search,
    select,
    expand,
    orderBy: state.sort,
    top: state.size,
    skip: state.page * state.size,
  };
  const polling = poll === undefined ? {} : pollEvery(poll, pollPaused);
  const page = useQuery({
    queryKey: [set, tenantId, 'rows', query],
    queryFn: ({ signal }) => fetchRows<Row>(set, query, signal),
    placeholderData: keepPreviousData,
    ...polling,
  });
  const rows = page.data ?? [];
  const isLastPage = page.isSuccess && rows.length < state.size && (rows.length > 0 || state.page === 0);
  const total = useQuery({
    queryKey: [set, tenantId, 'count', filter, search],
    queryFn: ({ signal }) => fetchCount(set, { filter, search }, signal),
    placeholderData: keepPreviousData,
    enabled: page.isSuccess && !page.isPlaceholderData && !isLastPage,
    ...polling,
  });
  return {
    rows,
    count: isLastPage ? state.page * state.size + rows.length : total.data,
    isLoading: page.isPending,
    isStale: page.isPlaceholderData,
    error: page.error,
    updatedAt: page.dataUpdatedAt,
    retry: () => void page.refetch(),
  };
};

/** All rows that a query answers, for lookups, tiles and histories without paging. */
export const useRows = <Row>(set: string, query: ListQuery, options: { poll?: number; enabled?: boolean } = {}) => {
  const tenantId = useTenantId();
  return useQuery({
    queryKey: [set, tenantId, 'rows', query],
    queryFn: ({ signal }) => fetchRows<Row>(set, query, signal),
    enabled: options.enabled ?? true,
    ...(options.poll === undefined ? {} : pollEvery(options.poll)),
  });
};

/** The one row that a filter names; `undefined` while loading, `null` when there is none. */
export const useRow = <Row>(set: string, filter: Filter, expand?: string): Row | null | undefined => {
  const { data } = useRows<Row>(set, { filter, expand, top: 1 }, { enabled: filter !== undefined });
  return data === undefined ? undefined : (data[0] ?? null);
};

/** Makes every list of these sets ask again. */
export const useRefresh = (): ((...sets: readonly string[]) => Promise<void>) => {
  const client = useQueryClient();
  return useCallback(
    async (...sets) => {
      await Promise.all(sets.map((set) => client.invalidateQueries({ queryKey: [set] })));
    },
    [client],
  );
};
