import { searchDebounce } from '@cfs/contracts/sizes';
import { keepPreviousData, useQuery, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ListState } from '../lists/list-state.ts';
import { pollEvery } from '../timing/polling.ts';
import { useDebouncedQuery } from '../timing/use-debounced-query.ts';
import { useTenantId } from '../tenant/use-tenant.ts';
import { isUnreachable } from './api-problem.ts';
import { usePreloaded } from './preloaded-answers.tsx';
import type { Filter } from './odata-filter.ts';
import { fetchCount, fetchRows, type ListQuery } from './odata-query.ts';
import { countInvalidation, invalidationsOf } from './list-invalidations.ts';

/** The state of one page of a list. */
export interface ListRows<Row> {
  readonly rows: readonly Row[];
  /**
   * Identifies the query that the rows belong to. Stays the same across polls; changes with the query, and after a
   * mutation of this page.
   */
  readonly queryId: string;
  /** The total number of rows; `undefined` until it is known, and after an error. */
  readonly count: number | undefined;
  /** No response has arrived yet. */
  readonly isLoading: boolean;
  /** The rows belong to the previous query. */
  readonly isStale: boolean;
  /** The server cannot be reached: the rows may be stale. The list retries automatically. */
  readonly isUnreachable: boolean;
  readonly error: Error | null;
  /** When the rows arrived, in milliseconds since the epoch; `undefined` before that. */
  readonly updatedAt: number | undefined;
  readonly retry: () => void;
}

export interface ListOptions {
  readonly filter?: Filter;
  /** The fields to load; all by default. */
  readonly select?: string;
  readonly expand?: string;
  /** Polling interval in milliseconds; a hidden tab does not poll. */
  readonly poll?: number;
  readonly pollPaused?: boolean;
}

type PageQuery = ListQuery & { readonly top: number; readonly skip: number };
type ListPage = Pick<ListState, 'page' | 'size' | 'sort' | 'search'>;

const none: readonly never[] = [];

/**
 * One page of an OData list. The total is a second call, made only when the page is not the last one. Changes of search
 * and filter are debounced; paging and sorting are not.
 */
export const useList = <Row>(set: string, state: ListPage, options: ListOptions = {}): ListRows<Row> => {
  const tenantId = useTenantId();
  const { filter, select, expand, poll, pollPaused } = options;
  const { search, sort, size } = state;
  const requested: PageQuery = { filter, search, select, expand, orderBy: sort, top: size, skip: state.page * size };
  const filterKey = JSON.stringify([filter, search]);
  const { query: serialized, isWaiting } = useDebouncedQuery(JSON.stringify(requested), filterKey, searchDebounce);
  const query = useMemo(() => JSON.parse(serialized) as PageQuery, [serialized]);
  const polling = pollEvery(poll, pollPaused);
  const page = useQuery({
    queryKey: [set, tenantId, 'page', query],
    queryFn: async ({ signal }) => {
      const invalidations = invalidationsOf(set);
      const rows = await fetchRows<Row>(set, query, signal);
      return { rows, queryId: `${set} ${tenantId} ${invalidations} ${serialized}`, arrivedAt: Date.now() };
    },
    placeholderData: keepPreviousData,
    // Changes made on another screen must not wait for the next poll.
    staleTime: 0,
    ...polling,
  });
  const rows = page.data?.rows ?? none;
  const isLastPage = page.isSuccess && rows.length < query.top && (rows.length > 0 || query.skip === 0);
  const counted = { filter: query.filter, search: query.search };
  const total = useQuery({
    queryKey: [set, tenantId, 'count', counted.filter, counted.search],
    queryFn: ({ signal }) => fetchCount(set, counted, signal),
    placeholderData: keepPreviousData,
    enabled: page.isSuccess && !page.isPlaceholderData && !isLastPage,
    ...polling,
  });
  const isStale = page.isPlaceholderData || (isWaiting && page.isSuccess);
  // The previous total serves as a placeholder, unless the requested page lies past its end.
  const count = total.isPlaceholderData && (total.data ?? 0) <= query.skip ? undefined : total.data;
  return {
    rows,
    queryId: page.data?.queryId ?? '',
    count: page.isError && page.data === undefined ? undefined : isLastPage ? query.skip + rows.length : count,
    isLoading: page.isPending,
    isStale,
    isUnreachable: isUnreachable(page.error) || page.fetchStatus === 'paused',
    error: page.error,
    updatedAt: page.data?.arrivedAt,
    retry: () => void page.refetch(),
  };
};

interface RowsOptions {
  readonly poll?: number;
  readonly enabled?: boolean;
  /** Keeps the rows of the previous query until those of the next one arrive. */
  readonly keepsPreviousData?: boolean;
  /** Evicts the response when the last observer unmounts: a form that reopens starts from current values. */
  readonly isUncached?: boolean;
}

/** The key under which `useRows` keeps the rows of a query. */
export const rowsKey = (set: string, tenantId: string, query: ListQuery): QueryKey => [set, tenantId, 'rows', query];

/** All rows of a query, unpaged: for lookups, tiles and histories. */
export const useRows = <Row>(set: string, query: ListQuery, options: RowsOptions = {}) => {
  const queryKey = rowsKey(set, useTenantId(), query);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchRows<Row>(set, query, signal),
    enabled: options.enabled ?? true,
    ...usePreloaded<readonly Row[]>(queryKey),
    ...(options.keepsPreviousData ? { placeholderData: keepPreviousData } : {}),
    ...(options.isUncached ? { gcTime: 0 } : {}),
    ...pollEvery(options.poll),
  });
};

/** The one row that matches a filter: `undefined` while loading and after an error, `null` when there is none. */
export const useRow = <Row>(set: string, filter: Filter, expand?: string) => {
  const query = { filter, expand, top: 1 };
  const { data, error, refetch } = useRows<Row>(set, query, { enabled: filter !== undefined, isUncached: true });
  return {
    row: data === undefined ? undefined : (data[0] ?? null),
    error,
    retry: () => void refetch(),
  } as const;
};

/**
 * Invalidates the queries of a set. A first load in flight is cancelled: its response may be older than the mutation,
 * and a query without data would wait for that response instead of sending a new request.
 */
const invalidateSet = async (client: QueryClient, set: string): Promise<void> => {
  await client.cancelQueries({ queryKey: [set], predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries({ queryKey: [set] });
};

/** Invalidates every cached query of these sets after a mutation. */
export const useRefresh = (): ((...sets: readonly string[]) => Promise<void>) => {
  const client = useQueryClient();
  return useCallback(
    async (...sets) => {
      sets.forEach(countInvalidation);
      await Promise.all(sets.map((set) => invalidateSet(client, set)));
    },
    [client],
  );
};
