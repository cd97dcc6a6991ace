import type { Tenant } from '@cfs/contracts/tenants';
import { equals } from '../../lib/api/odata-filter.ts';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { SubscriptionsDrawer } from '../subscriptions/subscriptions-drawer.tsx';
import { tenantSet } from './tenant-queries.ts';

/** The subscriptions of the tenant in the URL. */
export const TenantSubscriptions = ({ drawer }: { readonly drawer: OpenRow }) => {
  const tenant = useOpenedRow<Tenant>(tenantSet, equals('tenantId', drawer.openId));
  if (!drawer.openId || !tenant) return null;
  return <SubscriptionsDrawer tenantId={tenant.tenantId} tenantName={tenant.name} onClose={drawer.close} />;
};
