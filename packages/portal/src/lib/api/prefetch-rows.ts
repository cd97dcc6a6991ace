import type { QueryClient } from '@tanstack/react-query';
import { fetchRows, type ListQuery } from './odata-query.ts';
import { rowsKey } from './use-list.ts';

/** Prefetches the rows that `useRows` will request. A refusal shows no toast: the screen handles it. */
export const prefetchRows = (client: QueryClient, tenantId: string, set: string, query: ListQuery): void =>
  void client.prefetchQuery({
    queryKey: rowsKey(set, tenantId, query),
    queryFn: ({ signal }) => fetchRows(set, query, signal, true),
  });
