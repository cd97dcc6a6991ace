import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { api } from '../lib/api/api-client.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { currentUserQuery } from '../lib/lookups.ts';
import { permissionSet } from '../lib/permissions.tsx';
import { pathInTenant } from '../lib/tenant/tenant-address.ts';
import { FailedState } from '../ui/feedback/failed-state.tsx';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { EntrancePage } from './entrance-page.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { useLogOut } from './shell/use-log-out.ts';

/** Loaded on first use, with the form libraries. */
const FirstTenantForm = lazyPart(async () => (await import('../areas/tenants/first-tenant-form.tsx')).FirstTenantForm);

interface IntroductionProps {
  readonly title: string;
  readonly children: ReactNode;
}

const Introduction = ({ title, children }: IntroductionProps) => {
  useDocumentTitle(title);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="h1" sx={{ fontSize: 24 }}>
        {title}
      </Typography>
      <Typography color="textSecondary">{children}</Typography>
    </Box>
  );
};

/** Shows the user name of the signed-in person and a button to log out. */
const SignedInAs = () => {
  const { data } = useQuery(currentUserQuery);
  const logOut = useLogOut();
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        borderTop: 1,
        borderColor: 'divider',
        pt: 4,
      }}
    >
      <Typography variant="body2" color="textSecondary" sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
        Signed in as {data?.userName}
      </Typography>
      <Button size="small" onClick={() => void logOut()}>
        Log out
      </Button>
    </Box>
  );
};

/**
 * Shown while no tenant exists. People who may create tenants create the first one and continue to its Work Units;
 * all others are asked to contact an administrator of all tenants.
 */
export const NoTenantScreen = () => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: ['permissions', 'without tenant'],
    queryFn: ({ signal }) => api.get<readonly string[]>('/v1/permissions', { signal, handlesForbidden: true }),
  });
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingScreen />;
  const refetchUser = (): Promise<void> => client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
  if (!permissionSet(data).has('Tenants:create'))
    return (
      <EntrancePage width={480}>
        <Introduction title="No Tenant Yet">
          This portal has been installed, but has no tenant yet. Ask an administrator of all tenants to create the first
          one.
        </Introduction>
        <Button variant="contained" onClick={() => void refetchUser()}>
          Check Again
        </Button>
        <SignedInAs />
      </EntrancePage>
    );
  return (
    <EntrancePage width={640}>
      <Introduction title="Create the First Tenant">
        A tenant is a customer or a department with its own, separate data. Everything in the portal belongs to a
        tenant; more can be added later.
      </Introduction>
      <Suspense fallback={<LoadingScreen />}>
        <FirstTenantForm
          onCreated={async ({ tenantId }) => {
            await navigate({ href: pathInTenant('/workunitsv2', tenantId), replace: true });
            await refetchUser();
          }}
        />
      </Suspense>
      <SignedInAs />
    </EntrancePage>
  );
};
