import type { Tenant } from '@cfs/contracts/tenants';
import { equals } from '../../lib/api/odata-filter.ts';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { TenantEditor } from './tenant-editor.tsx';
import { tenantSet } from './tenant-queries.ts';

/** Creates a tenant, or edits the one in the URL. */
export const TenantPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const tenant = useOpenedRow<Tenant>(tenantSet, drawer.isCreating ? undefined : equals('tenantId', drawer.openId));
  if (drawer.isCreating) return <TenantEditor drawer={drawer} />;
  return drawer.openId && tenant ? <TenantEditor key={tenant.tenantId} drawer={drawer} tenant={tenant} /> : null;
};
