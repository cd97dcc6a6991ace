import type { AccessSnapshot } from '../platform/access/access-snapshot.ts';

/** The name of all tenants in what is printed. */
const everywhere = 'all tenants';

/** The name of a tenant in what is printed, its id where it has none; `null` is the System tenant. */
export const placeName = ({ tenants }: AccessSnapshot, tenantId: string | null): string =>
  tenantId === null ? everywhere : (tenants.get(tenantId)?.name ?? tenantId);
