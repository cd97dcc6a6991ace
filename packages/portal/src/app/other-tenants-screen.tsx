import type { TenantLookup } from '@cfs/contracts/access';
import { shellTexts } from '@cfs/contracts/shell-texts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../lib/api/api-client.ts';
import { isForbidden } from '../lib/api/api-problem.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { accessDeniedAddress } from '../lib/session/request-url.ts';
import { pathInTenant } from '../lib/tenant/tenant-address.ts';
import { FailedState } from '../ui/feedback/failed-state.tsx';
import { EntrancePage } from './entrance-page.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { Redirect } from './redirect.tsx';

/** The maximum number of tenants shown at once. Further tenants are found by search. */
const maxShown = 10;

const OtherTenants = ({ tenants }: { readonly tenants: readonly TenantLookup[] }) => {
  useDocumentTitle(shellTexts.pageNotFound);
  const { pathname, searchStr } = useLocation();
  const [search, setSearch] = useState('');
  const found = tenants.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <EntrancePage width={480}>
      <div>
        <Typography variant="h1" sx={{ fontSize: 24 }}>
          {shellTexts.pageNotFound}
        </Typography>
        <Typography color="textSecondary">
          {tenants.length > 0
            ? 'You do not have access to the tenant in this address. The same page in your tenants:'
            : 'You do not have access to the tenant in this address.'}
        </Typography>
      </div>
      {tenants.length > maxShown && (
        <TextField
          size="small"
          type="search"
          label="Search tenants"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {tenants.length > 0 && (
        <Box component="ul" aria-label="Your tenants" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
          {found.slice(0, maxShown).map(({ tenantId, name }) => (
            <li key={tenantId}>
              <Link href={pathInTenant(pathname, tenantId) + searchStr} sx={{ overflowWrap: 'anywhere' }}>
                {name}
              </Link>
            </li>
          ))}
        </Box>
      )}
      {found.length !== Math.min(found.length, maxShown) && (
        <Typography variant="body2" color="textSecondary">
          {found.length - maxShown} more: search for them by name.
        </Typography>
      )}
      <Button href="/" variant="outlined">
        Back to home
      </Button>
    </EntrancePage>
  );
};

/**
 * Shown for a URL with a tenant that the server refuses: offers the same page in the person's own tenants. People
 * without any grant are redirected to the access-denied page.
 */
export const OtherTenantsScreen = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ['lookup', 'own tenants'],
    queryFn: ({ signal }) =>
      api.get<readonly TenantLookup[]>('/api/generallookup/tenants', {
        signal,
        handlesForbidden: true,
        withoutTenant: true,
      }),
  });
  if (isForbidden(error)) return <Redirect href={accessDeniedAddress} />;
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  return data ? <OtherTenants tenants={data} /> : <LoadingScreen />;
};
