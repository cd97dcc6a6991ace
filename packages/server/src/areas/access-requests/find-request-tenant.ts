import { isGuid } from '@cfs/contracts/guid';
import type { Services } from '../../platform/services.ts';

/** The id of the enabled tenant that receives access requests; `undefined` while the setting leads to none or several. */
export const findRequestTenant = async ({
  configuration,
  snapshot,
}: Pick<Services, 'configuration' | 'snapshot'>): Promise<string | undefined> => {
  const wanted = configuration.accessRequestTenant?.trim().toLowerCase() ?? '';
  const { tenantsByName } = await snapshot.current();
  const enabled = tenantsByName.filter((tenant) => tenant.enabled);
  const found = isGuid(wanted)
    ? enabled.filter(({ tenantId }) => tenantId === wanted)
    : enabled.filter(({ name }) => name.trim().toLowerCase() === wanted);
  return found.length === 1 ? found[0]?.tenantId : undefined;
};
