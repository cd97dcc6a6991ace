import type { CurrentUser } from '@cfs/contracts/access';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from '@tanstack/react-router';
import { api } from '../lib/api/api-client.ts';
import { isDenied } from '../lib/api/api-problem.ts';
import { pathInTenant } from '../lib/tenant-address.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { Redirect } from './redirect.tsx';

/** Leads an address without a tenant to the person's current one, its query kept. */
export const ToCurrentTenant = () => {
  const { pathname, searchStr } = useLocation();
  const { data, error, refetch } = useQuery({
    queryKey: ['currentUser'],
    queryFn: ({ signal }) => api.get<CurrentUser>('/v1/currentUser', { signal, ownDenial: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isDenied(error)) return <Navigate to="/user/accessDenied" replace />;
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  return data ? <Redirect href={pathInTenant(pathname, data.tenantId) + searchStr} /> : <LoadingScreen />;
};
