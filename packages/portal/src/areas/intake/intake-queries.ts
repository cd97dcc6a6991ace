import type { TenantLookup } from '@cfs/contracts/access';
import type { IntakeFormVersion } from '@cfs/contracts/intake-forms';
import { useQuery } from '@tanstack/react-query';
import { api, call } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { readText } from '../../lib/api/read-body.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';

/** Loads the text at a path; resolves with `null` for a 404. */
const textOrNull = async (path: string, signal?: AbortSignal): Promise<string | null> => {
  try {
    return await readText(await call('GET', path, signal ? { signal } : {}));
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  }
};

const fetchIntakeText = (tenantId: string, signal?: AbortSignal): Promise<string | null> =>
  textOrNull(`/v1/tenants/${tenantId}/intakewizardschema`, signal);

/** The stored form of a tenant as text; `null` if it has none. */
export const useIntakeText = (tenantId: string | undefined) =>
  useQuery({
    queryKey: ['intake', tenantId],
    queryFn: ({ signal }) => fetchIntakeText(tenantId ?? '', signal),
    enabled: tenantId !== undefined,
    // Not cached after unmount: a form always starts with the text that is stored now.
    gcTime: 0,
  });

/** The versions of a tenant's form, newest first. */
export const useIntakeVersions = (tenantId: string) =>
  useQuery({
    queryKey: ['intake', tenantId, 'versions'],
    queryFn: ({ signal }) => api.get<readonly IntakeFormVersion[]>(`/v1/tenants/${tenantId}/intakeforms`, { signal }),
  });

/** Loads the text of a version of a tenant's form. */
export const readIntakeVersion = async (tenantId: string, version: number): Promise<string> =>
  readText(await call('GET', `/v1/tenants/${tenantId}/intakeforms/${version}`));

/** The text of the form with which a work unit was submitted; `null` if there is none. */
export const useSubmittedForm = (workUnitId: number) =>
  useQuery({
    queryKey: ['intake', 'submitted', workUnitId],
    queryFn: ({ signal }) => textOrNull(`/v1/workunits/${workUnitId}/intakeform`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Loads the stored form again. */
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
