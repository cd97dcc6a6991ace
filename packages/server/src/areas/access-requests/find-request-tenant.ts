import { isGuid } from '@cfs/contracts/guid';
import type { Services } from '../../platform/services.ts';

/**
 * Resolves with the id of the tenant that receives access requests; `undefined` if it is missing or disabled, or if
 * several tenants, including disabled ones, have the configured name.
 */
export const findRequestTenant = async ({
  configuration,
  snapshot,
}: Pick<Services, 'configuration' | 'snapshot'>): Promise<string | undefined> => {
  const wanted = configuration.accessRequestTenant?.trim().toLowerCase() ?? '';
  const { tenantsByName } = await snapshot.current();
  const found = tenantsByName.filter(({ tenantId, name }) =>
    isGuid(wanted) ? tenantId === wanted : name.trim().toLowerCase() === wanted,
  );
  return found.length === 1 && found[0]?.enabled ? found[0].tenantId : undefined;
};
