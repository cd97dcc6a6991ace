import type { RevealedSecret, Secret, SecretWrite } from '@cfs/contracts/secrets';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';

const secretSet = (tenantId: string): string => `/v1/tenants/${tenantId}/secrets`;

/**
 * The secrets of a tenant by name, without values. They are not cached, so that reopening the tab loads the stored
 * ones.
 */
export const useSecrets = (tenantId: string) =>
  useQuery({
    queryKey: [secretSet(tenantId)],
    queryFn: ({ signal }) => api.get<readonly Secret[]>(secretSet(tenantId), { signal }),
    gcTime: 0,
  });

/** Fetches the value of a secret without caching it; the server records each access. */
export const revealSecret = async (tenantId: string, { id }: Secret): Promise<string> =>
  (await api.get<RevealedSecret>(`${secretSet(tenantId)}/${id}/versions/latest`)).value;

export const saveSecret = (tenantId: string, body: SecretWrite): Promise<Secret> =>
  api.put<Secret>(secretSet(tenantId), body);

export const deleteSecret = (tenantId: string, { id }: Secret): Promise<unknown> =>
  api.delete(`${secretSet(tenantId)}/${id}`);
