import type { QueryClient } from '@tanstack/react-query';
import { fetchRows, type ListQuery } from './odata-query.ts';
import { rowsKey } from './use-list.ts';

/** Reads the rows that `useRows` is about to ask for. A refusal shows no toast: it is left to the screen. */
export const prefetchRows = (client: QueryClient, tenantId: string, set: string, query: ListQuery): void =>
  void client.prefetchQuery({
    queryKey: rowsKey(set, tenantId, query),
    queryFn: ({ signal }) => fetchRows(set, query, signal, true),
  });
