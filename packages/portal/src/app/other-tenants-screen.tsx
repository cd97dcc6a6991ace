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
import { isDenied } from '../lib/api/api-problem.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { accessDeniedAddress } from '../lib/session/request-url.ts';
import { pathInTenant } from '../lib/tenant-address.ts';
import { FailedState } from '../ui/feedback/failed-state.tsx';
import { EntrancePage } from './entrance-page.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { Redirect } from './redirect.tsx';

/** As many tenants as people look through without a search. */
const shownAtOnce = 10;

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
            ? 'The address names no tenant of yours. The same page in those that you have:'
            : 'The address names no tenant of yours.'}
        </Typography>
      </div>
      {tenants.length > shownAtOnce && (
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
          {found.slice(0, shownAtOnce).map(({ tenantId, name }) => (
            <li key={tenantId}>
              <Link href={pathInTenant(pathname, tenantId) + searchStr} sx={{ overflowWrap: 'anywhere' }}>
                {name}
              </Link>
            </li>
          ))}
        </Box>
      )}
      {found.length !== Math.min(found.length, shownAtOnce) && (
        <Typography variant="body2" color="textSecondary">
          {found.length - shownAtOnce} more: search for them by name.
        </Typography>
      )}
      <Button href="/" variant="outlined">
        Back to home
      </Button>
    </EntrancePage>
  );
};

/**
 * What an address leads to whose tenant the server refuses: the same page in the person's own tenants. Who has none,
 * not even all of them, is led to the access-denied page.
 */
export const OtherTenantsScreen = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ['lookup', 'own tenants'],
    queryFn: ({ signal }) =>
      api.get<readonly TenantLookup[]>('/api/generallookup/tenants', { signal, ownDenial: true, withoutTenant: true }),
  });
  if (isDenied(error)) return <Redirect href={accessDeniedAddress} />;
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  return data ? <OtherTenants tenants={data} /> : <LoadingScreen />;
};
