import Skeleton from '@mui/material/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailedState } from './failed-state.tsx';

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** What a query answered; a skeleton before that, the failure with a way to try again when it failed. */
export const Loaded = <Data,>({ query, children }: LoadedProps<Data>) => {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error) return <FailedState error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton variant="rounded" height={160} role="status" aria-label="Loading" />;
};
