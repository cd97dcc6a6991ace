import type { AccessSnapshot } from '../platform/access/access-snapshot.ts';

/** The name that is printed for all tenants. */
const everywhere = 'all tenants';

/** The name that is printed for a tenant, its id if the tenant is unknown; `null` is the System tenant. */
export const placeName = ({ tenants }: AccessSnapshot, tenantId: string | null): string =>
  tenantId === null ? everywhere : (tenants.get(tenantId)?.name ?? tenantId);
