import type { Tenant, TenantCreate, TenantUpdate } from '@cfs/contracts/tenants';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';

export const tenantSet = '/v1/tenants';

/** Creates a tenant, or updates the one with this id; invalidates lists and lookups. Resolves to the stored row. */
export const useSaveTenant = () => {
  const refresh = useRefresh();
  return async (values: TenantCreate & TenantUpdate, tenantId?: string): Promise<Tenant> => {
    const saved = tenantId
      ? await api.post<Tenant>(`${tenantSet}/${tenantId}`, values)
      : await api.put<Tenant>(tenantSet, values);
    await refresh(tenantSet, 'lookup', 'intake');
    return saved;
  };
};
