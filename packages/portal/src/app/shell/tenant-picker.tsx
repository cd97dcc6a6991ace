import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import Skeleton from '@mui/material/Skeleton';
import { Suspense, useState } from 'react';
import { useCurrentUser, useSubscriptions, useTenants } from '../../lib/lookups.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

/** Loaded on first use, with the form libraries. */
const TenantPickerForm = lazyPart(async () => (await import('./tenant-picker-form.tsx')).TenantPickerForm);

/** Truncates in a narrow header. */
const Truncated = ({ children }: { readonly children: string }) => (
  <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
    {children}
  </Box>
);

/** Tenant > subscription in the header; a click opens the form to switch them. */
export const TenantPicker = () => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const tenantId = useTenantId();
  const tenants = useTenants();
  const subscriptions = useSubscriptions();
  const user = useCurrentUser();
  const tenant = tenants.find((candidate) => candidate.tenantId === tenantId);
  const subscription = subscriptions.find(
    (candidate) => candidate.subscriptionId === user?.subscriptionId && candidate.tenantId === tenantId,
  );
  const tenantName = tenant?.name ?? 'Tenant';
  const subscriptionName = subscription?.name ?? 'Choose a subscription';
  return (
    <>
      <Button
        color="inherit"
        aria-haspopup="dialog"
        aria-label={`Tenant and subscription: ${tenantName}, ${subscriptionName}`}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 0, color: 'text.secondary', overflow: 'hidden', whiteSpace: 'nowrap' }}
      >
        <Truncated>{tenantName}</Truncated>
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline-flex' }, minWidth: 0 }}>
          <ChevronRightIcon fontSize="small" />
          <Truncated>{subscriptionName}</Truncated>
        </Box>
      </Button>
      {anchor && (
        <Popover
          open
          anchorEl={anchor}
          onClose={() => setAnchor(undefined)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{
            paper: {
              role: 'dialog',
              'aria-label': 'Tenant and subscription',
              variant: 'outlined',
              sx: { width: 320, p: 4 },
            },
          }}
        >
          <Suspense fallback={<Skeleton variant="rounded" height={180} role="status" aria-label="Loading" />}>
            <TenantPickerForm current={{ tenant: tenantId, subscriptionId: subscription?.subscriptionId ?? '' }} />
          </Suspense>
        </Popover>
      )}
    </>
  );
};
