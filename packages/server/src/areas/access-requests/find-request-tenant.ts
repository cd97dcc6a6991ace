import { isGuid } from '@cfs/contracts/guid';
import type { Services } from '../../platform/services.ts';

/**
 * The id of the tenant that receives access requests; `undefined` while it is missing or disabled, or while several
 * tenants have the name of the setting, disabled ones included.
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
