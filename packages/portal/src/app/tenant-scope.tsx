import { isGuid } from '@cfs/contracts/guid';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { isForbidden } from '../lib/api/api-problem.ts';
import { PermissionProvider } from '../lib/permissions.tsx';
import { FailedState } from '../ui/feedback/failed-state.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { OtherTenantsScreen } from './other-tenants-screen.tsx';
import { permissionsQuery } from './permissions-query.ts';

/** Loads the permissions in the tenant of the URL; offers the person's own tenants after a 403. */
const WithPermissions = ({ tenantId }: { readonly tenantId: string }) => {
  const { data, error, refetch } = useQuery(permissionsQuery(tenantId));
  if (isForbidden(error)) return <OtherTenantsScreen />;
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingScreen />;
  return (
    <PermissionProvider value={data}>
      <Outlet />
    </PermissionProvider>
  );
};

export const TenantScope = () => {
  const { tenantId = '' }: { tenantId?: string } = useParams({ strict: false });
  return isGuid(tenantId) ? <WithPermissions tenantId={tenantId.toLowerCase()} /> : <NotFoundScreen />;
};
