import { searchDebounce } from '@cfs/contracts/sizes';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ListState } from '../list-state.ts';
import { pollEvery } from '../polling.ts';
import { useJoined } from '../use-joined.ts';
import { useTenantId } from '../use-tenant.ts';
import { isUnreachable } from './api-problem.ts';
import type { Filter } from './odata-filter.ts';
import { fetchCount, fetchRows, type ListQuery } from './odata-query.ts';
import { countOwnChange, ownChangesOf } from './own-changes.ts';

/** The rows of a list as a screen shows them. */
export interface ListRows<Row> {
  readonly rows: readonly Row[];
  /** What the rows answer; the same text while a list that asks again by itself gets news for the same question. */
  readonly question: string;
  /** How many rows there are in all; `undefined` until it is known, and when the question failed. */
  readonly count: number | undefined;
  /** Nothing has arrived yet. */
  readonly isLoading: boolean;
  /** The rows are those of the question before. */
  readonly isStale: boolean;
  /** The server cannot be reached, so the rows may be old. The list tries again by itself. */
  readonly isCutOff: boolean;
  readonly error: Error | null;
  /** When the rows arrived, in milliseconds since 1970; `undefined` until some have. */
  readonly updatedAt: number | undefined;
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

type PageQuery = ListQuery & { readonly top: number; readonly skip: number };
type Place = Pick<ListState, 'page' | 'size' | 'sort' | 'search'>;

const none: readonly never[] = [];

/**
 * One page of an OData list; the count follows in a call of its own, and only when the page does not tell it. Changes
 * of search and filter that follow each other within 250 ms become one question.
 */
export const useList = <Row>(set: string, state: Place, options: ListOptions = {}): ListRows<Row> => {
  const tenantId = useTenantId();
  const { filter, select, expand, poll, pollPaused } = options;
  const { search, sort, size } = state;
  const asked: PageQuery = { filter, search, select, expand, orderBy: sort, top: size, skip: state.page * size };
  const applied = JSON.stringify([filter, search]);
  const { question, isWaiting } = useJoined(JSON.stringify(asked), applied, searchDebounce);
  const query = useMemo(() => JSON.parse(question) as PageQuery, [question]);
  const polling = pollEvery(poll, pollPaused);
  const page = useQuery({
    queryKey: [set, tenantId, 'page', query],
    queryFn: async ({ signal }) => {
      const ownChanges = ownChangesOf(set);
      const rows = await fetchRows<Row>(set, query, signal);
      return { rows, question: `${set} ${tenantId} ${ownChanges} ${question}`, arrivedAt: Date.now() };
    },
    placeholderData: keepPreviousData,
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
  // The number of the question before, as long as it does not deny the page that is asked for now.
  const count = total.isPlaceholderData && (total.data ?? 0) <= query.skip ? undefined : total.data;
  return {
    rows,
    question: page.data?.question ?? '',
    count: page.isError && page.data === undefined ? undefined : isLastPage ? query.skip + rows.length : count,
    isLoading: page.isPending,
    isStale,
    isCutOff: isUnreachable(page.error) || page.fetchStatus === 'paused',
    error: page.error,
    updatedAt: page.data?.arrivedAt,
    retry: () => void page.refetch(),
  };
};

interface RowsOptions {
  readonly poll?: number;
  readonly enabled?: boolean;
  /** The rows of the question before stay until those of the next one are there. */
  readonly keepsPrevious?: boolean;
  /** The answer is forgotten as soon as nobody shows it: a form that opens again begins with what is there by then. */
  readonly isForgotten?: boolean;
}

/** All rows that a query answers, for lookups, tiles and histories without paging. */
export const useRows = <Row>(set: string, query: ListQuery, options: RowsOptions = {}) => {
  const tenantId = useTenantId();
  return useQuery({
    queryKey: [set, tenantId, 'rows', query],
    queryFn: ({ signal }) => fetchRows<Row>(set, query, signal),
    enabled: options.enabled ?? true,
    ...(options.keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(options.isForgotten ? { gcTime: 0 } : {}),
    ...pollEvery(options.poll),
  });
};

/** The one row that a filter names: `undefined` while loading and when that failed, `null` when there is none. */
export const useRow = <Row>(set: string, filter: Filter, expand?: string) => {
  const query = { filter, expand, top: 1 };
  const { data, error, refetch } = useRows<Row>(set, query, { enabled: filter !== undefined, isForgotten: true });
  return { row: data === undefined ? undefined : (data[0] ?? null), error, retry: () => void refetch() } as const;
};

/** Makes every list of these sets ask again, after a change of the person's own. */
export const useRefresh = (): ((...sets: readonly string[]) => Promise<void>) => {
  const client = useQueryClient();
  return useCallback(
    async (...sets) => {
      sets.forEach(countOwnChange);
      await Promise.all(sets.map((set) => client.invalidateQueries({ queryKey: [set] })));
    },
    [client],
  );
};
