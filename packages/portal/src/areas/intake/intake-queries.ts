import type { TenantLookup } from '@cfs/contracts/access';
import { useQuery } from '@tanstack/react-query';
import { api, call } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { useTenantId } from '../../lib/use-tenant.ts';

const fetchIntakeText = async (tenantId: string, signal?: AbortSignal): Promise<string | null> => {
  try {
    const response = await call('GET', `/v1/tenants/${tenantId}/intakewizardschema`, signal ? { signal } : {});
    return await response.text();
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  }
};

/** The stored form of a tenant as text; `null` when it has none. */
export const useIntakeText = (tenantId: string | undefined) =>
  useQuery({
    queryKey: ['intake', tenantId],
    queryFn: ({ signal }) => fetchIntakeText(tenantId ?? '', signal),
    enabled: tenantId !== undefined,
    // A form starts from what is stored now, never from what an earlier one was shown.
    gcTime: 0,
  });

/** Asks for the stored form anew. */
export const readIntakeText = (tenantId: string): Promise<string | null> => fetchIntakeText(tenantId);

/** The tenants in which the person may create work units, by name. */
export const useIntakeTenants = () => {
  const tenantId = useTenantId();
  return useQuery({
    queryKey: ['lookup', 'intake tenants', tenantId],
    queryFn: ({ signal }) =>
      api.get<readonly TenantLookup[]>('/api/generallookup/tenants?permission=WorkUnits:create', { signal }),
    staleTime: 60_000,
  });
};
