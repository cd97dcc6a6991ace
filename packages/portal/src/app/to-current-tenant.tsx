import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { isForbidden } from '../lib/api/api-problem.ts';
import { currentUserQuery } from '../lib/lookups.ts';
import { accessDeniedAddress } from '../lib/session/request-url.ts';
import { pathInTenant } from '../lib/tenant/tenant-address.ts';
import { FailedState } from '../ui/feedback/failed-state.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { NoTenantScreen } from './no-tenant-screen.tsx';
import { Redirect } from './redirect.tsx';

/** Redirects a URL without a tenant to the person's current tenant, keeping the query. */
export const ToCurrentTenant = () => {
  const { pathname, searchStr } = useLocation();
  const { data, error, refetch } = useQuery(currentUserQuery);
  if (isForbidden(error)) return <Redirect href={accessDeniedAddress} />;
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingScreen />;
  if (data.tenantId === null) return <NoTenantScreen />;
  return <Redirect href={pathInTenant(pathname, data.tenantId) + searchStr} />;
};
