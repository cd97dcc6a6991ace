import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailedState } from './failed-state.tsx';
import { LoadingPart } from './loading-part.tsx';

interface QueryResultProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error'> & { readonly refetch: () => Promise<unknown> };
  readonly children: (data: Data) => ReactNode;
}

/** Renders the data of a query: a skeleton while it loads, the error with a retry button if it failed. */
export const QueryResult = <Data,>({ query, children }: QueryResultProps<Data>) => {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error) return <FailedState error={query.error} onRetry={() => void query.refetch()} />;
  return <LoadingPart />;
};
