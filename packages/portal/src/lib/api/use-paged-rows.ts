import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { pollEvery } from '../timing/polling.ts';
import { useTenantId } from '../tenant/use-tenant.ts';
import { fetchCount, fetchRows, type ListQuery } from './odata-query.ts';

/** The server returns at most this many rows in one response. */
const maxPageRows = 1_000;

interface PagedOptions<Row> {
  /** The property that identifies a row. */
  readonly key: keyof Row;
  /** Number of rows at first. Each further page doubles the rows, up to the server's limit. */
  readonly pageSize: number;
  readonly poll?: number;
  readonly enabled?: boolean;
}

/** The rows of a list that grows by pages. */
export interface PagedRows<Row> {
  readonly rows: readonly Row[];
  /** The total number of rows; `undefined` until it is known. */
  readonly count: number | undefined;
  /** No response has arrived yet. */
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Whether there are rows after those shown. */
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
}

/** An infinite list: the rows of a query by pages from the first one. Polls and mutations refetch all loaded pages. */
export const usePagedRows = <Row>(
  set: string,
  query: Pick<ListQuery, 'filter' | 'expand' | 'orderBy'>,
  { key, pageSize, poll, enabled = true }: PagedOptions<Row>,
): PagedRows<Row> => {
  const tenantId = useTenantId();
  const pages = useInfiniteQuery({
    queryKey: [set, tenantId, 'pages', query],
    queryFn: ({ signal, pageParam }) => fetchRows<Row>(set, { ...query, ...pageParam }, signal),
    initialPageParam: { skip: 0, top: pageSize },
    getNextPageParam: (page, _pages, { skip, top }) =>
      page.length < top ? undefined : { skip: skip + top, top: Math.min(skip + top, maxPageRows) },
    // A row that was added before a page repeats one of the page before it.
    select: (data) => [...new Map(data.pages.flat().map((row) => [row[key], row])).values()],
    placeholderData: keepPreviousData,
    // As in `useList`.
    staleTime: 0,
    enabled,
    ...pollEvery(poll),
  });
  const { data: rows = [], hasNextPage, isPlaceholderData } = pages;
  const total = useQuery({
    queryKey: [set, tenantId, 'count', query.filter, undefined],
    queryFn: ({ signal }) => fetchCount(set, { filter: query.filter }, signal),
    enabled: hasNextPage && !isPlaceholderData,
    ...pollEvery(poll),
  });
  const isKnown = pages.data !== undefined && !isPlaceholderData;
  const count = hasNextPage ? total.data : rows.length;
  return {
    rows,
    count: isKnown ? count : undefined,
    isLoading: pages.isPending,
    error: pages.error,
    retry: () => void pages.refetch(),
    hasMore: hasNextPage && (count === undefined || count > rows.length),
    isLoadingMore: pages.isFetchingNextPage,
    loadMore: () => void pages.fetchNextPage(),
  };
};
