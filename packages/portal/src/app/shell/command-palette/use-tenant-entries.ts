import BusinessIcon from '@mui/icons-material/BusinessOutlined';
import { useMemo } from 'react';
import { useSubscriptions, useTenants } from '../../../lib/lookups.ts';
import { addressInTenant, switchContext } from '../switch-context.ts';
import type { PaletteEntry } from './palette-entry.ts';

const entryOf = (tenantId: string, name: string, subscriptionId: string | null, hint?: string): PaletteEntry => ({
  id: `tenant:${tenantId}/${subscriptionId ?? ''}`,
  kind: 'tenant',
  label: name,
  ...(hint === undefined ? {} : { hint }),
  keywords: 'switch tenant',
  icon: BusinessIcon,
  href: addressInTenant(tenantId),
  run: () => switchContext({ tenant: tenantId, subscriptionId }),
});

/** The tenants of the person, one entry for each subscription. */
export const useTenantEntries = (): readonly PaletteEntry[] => {
  const tenants = useTenants();
  const subscriptions = useSubscriptions();
  return useMemo(
    () =>
      tenants.flatMap(({ tenantId, name }) => {
        const own = subscriptions.filter((subscription) => subscription.tenantId === tenantId);
        return own.length === 0
          ? [entryOf(tenantId, name, null)]
          : own.map((subscription) => entryOf(tenantId, name, subscription.subscriptionId, subscription.name));
      }),
    [tenants, subscriptions],
  );
};
